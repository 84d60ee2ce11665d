package dev.mulligan.cli.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The programs that a line for the shell starts for certain. What can only be guessed is left out: a line with a branch,
 * a loop, a substitution or a search path of its own names none.
 */
public final class ShellPrograms {

    /** A plain name, as it is looked for on the PATH. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);

    /** Of sh, bash, dash and zsh. */
    private static final Set<String> BUILT_IN = Set.of(
            "alias",
            "bg",
            "bind",
            "break",
            "builtin",
            "cd",
            "command",
            "continue",
            "declare",
            "dirs",
            "disown",
            "echo",
            "enable",
            "eval",
            "exec",
            "exit",
            "export",
            "false",
            "fc",
            "fg",
            "getopts",
            "hash",
            "help",
            "history",
            "jobs",
            "kill",
            "let",
            "local",
            "mapfile",
            "popd",
            "printf",
            "pushd",
            "pwd",
            "read",
            "readonly",
            "return",
            "set",
            "shift",
            "shopt",
            "source",
            "suspend",
            "test",
            "time",
            "times",
            "trap",
            "true",
            "type",
            "typeset",
            "ulimit",
            "umask",
            "unalias",
            "unset",
            "wait");

    /** After these a shell does not simply go on with the next command. */
    private static final Set<String> KEYWORDS = Set.of(
            "if",
            "then",
            "else",
            "elif",
            "fi",
            "for",
            "while",
            "until",
            "do",
            "done",
            "case",
            "esac",
            "function",
            "select",
            "in",
            "coproc");

    /** Whatever is written behind one of these is not read any further. */
    private static final String TOO_CLEVER = "(){}$`<*?[";

    private ShellPrograms() {}

    /** Plain names only, in the order of the line. */
    public static List<String> in(String line) {
        Set<String> names = new LinkedHashSet<>();
        for (Part part : parts(line)) {
            for (String word : part.words()) {
                if (ASSIGNMENT.matcher(word).matches()) {
                    if (word.startsWith("PATH=")) {
                        return List.of();
                    }
                    continue;
                }
                if (KEYWORDS.contains(word) || word.equals(".") || word.equals("source") || word.equals("alias")) {
                    // What is defined there may be what a later word means.
                    return List.copyOf(names);
                }
                boolean sets = word.equals("export") || word.equals("set");
                if (sets && part.words().stream().anyMatch(one -> one.startsWith("PATH="))) {
                    return List.copyOf(names);
                }
                if (!part.mayFail() && NAME.matcher(word).matches() && !BUILT_IN.contains(word)) {
                    names.add(word);
                }
                break;
            }
            if (part.mayFail()) {
                break;
            }
        }
        return List.copyOf(names);
    }

    /** One simple command; {@code mayFail} when the line says what to do instead of it. */
    private record Part(List<String> words, boolean mayFail) {}

    private static List<Part> parts(String line) {
        List<Part> parts = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        Optional<Character> quote = Optional.empty();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote.isPresent()) {
                if (c == quote.get()) {
                    quote = Optional.empty();
                }
                word.append(c);
            } else if (c == '\'' || c == '"') {
                quote = Optional.of(c);
                word.append(c);
            } else if (c == '\\') {
                word.append(c);
                i++;
            } else if (c == '#' && word.isEmpty()) {
                int end = line.indexOf('\n', i);
                i = end < 0 ? line.length() : end - 1;
            } else if (TOO_CLEVER.indexOf(c) >= 0 && (words.isEmpty() || "(){`".indexOf(c) >= 0)) {
                // The command's own name is worked out, or the line is more than a list of commands.
                return parts;
            } else if (c == '&' && i > 0 && line.charAt(i - 1) == '>') {
                word.append(c);
            } else if (c == ';' || c == '&' || c == '|' || c == '\n') {
                boolean twice = i + 1 < line.length() && line.charAt(i + 1) == c;
                end(words, word);
                if (!words.isEmpty()) {
                    parts.add(new Part(List.copyOf(words), c == '|' && twice));
                }
                words.clear();
                i += twice ? 1 : 0;
            } else if (Character.isWhitespace(c)) {
                end(words, word);
            } else {
                word.append(c);
            }
        }
        end(words, word);
        if (!words.isEmpty()) {
            parts.add(new Part(List.copyOf(words), false));
        }
        return parts;
    }

    private static void end(List<String> words, StringBuilder word) {
        if (!word.isEmpty()) {
            words.add(word.toString());
            word.setLength(0);
        }
    }
}
