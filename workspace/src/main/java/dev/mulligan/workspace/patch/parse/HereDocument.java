package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A shell command that writes the lines below it into a file: {@code cat > FILE <<'EOF'}.
 *
 * @param folder where the commands before it on the line go to
 * @param path the file
 * @param appends whether the lines go behind what the file has
 * @param literal whether the shell leaves the lines as they are
 * @param end the line behind the last one
 */
public record HereDocument(String folder, String path, boolean appends, boolean literal, String end) {
    private static final Set<String> HARMLESS = Set.of("cd", "mkdir", "touch", "set", "pwd");
    private static final String QUOTES = "'\"";

    /** Empty if the line is not such a command, or says more than this record can hold. */
    public static Optional<HereDocument> in(String line) {
        if (!ShellCommands.writesFile(line)) {
            return Optional.empty();
        }
        List<String> commands = ShellCommands.commands(line);
        for (String before : commands.subList(0, commands.size() - 1)) {
            if (!HARMLESS.contains(ShellCommands.words(before).getFirst())) {
                return Optional.empty();
            }
        }
        return command(CommandFolder.reached(line), commands.getLast());
    }

    private static Optional<HereDocument> command(String folder, String command) {
        boolean tee = command.startsWith("tee ");
        String path = "";
        String delimiter = "";
        boolean appends = false;
        String text = spaced(command.substring(tee ? "tee".length() : "cat".length()));
        List<String> words = ShellCommands.words(text);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            if (word.equals("<<")) {
                delimiter = next;
                i++;
            } else if (word.equals(">") && tee && next.equals("/dev/null")) {
                i++;
            } else if ((word.equals(">") || word.equals(">>")) && !tee && path.isEmpty()) {
                appends = word.equals(">>");
                path = next;
                i++;
            } else if (tee && word.equals("-a")) {
                appends = true;
            } else if (tee && path.isEmpty()) {
                path = word;
            } else {
                return Optional.empty();
            }
        }
        String name = unquoted(path);
        String end = unquoted(delimiter.startsWith("\\") ? delimiter.substring(1) : delimiter);
        boolean plain =
                !name.isEmpty() && !end.isEmpty() && name.chars().noneMatch(c -> "$*?`'\"<>|(){}~".indexOf(c) >= 0);
        return plain
                ? Optional.of(new HereDocument(folder, name, appends, !end.equals(delimiter), end))
                : Optional.empty();
    }

    /** The marks of redirections as words of their own. */
    private static String spaced(String text) {
        return text.replace(">>", " \u0001 ")
                .replace("<<", " \u0002 ")
                .replace(">", " > ")
                .replace("\u0001", ">>")
                .replace("\u0002", "<<")
                .strip();
    }

    private static String unquoted(String word) {
        boolean quoted = word.length() > 2
                && QUOTES.indexOf(word.charAt(0)) >= 0
                && word.charAt(word.length() - 1) == word.charAt(0);
        return quoted ? word.substring(1, word.length() - 1) : word;
    }

    /** Whether a shell that looks for variables and commands in these lines finds none. */
    public static boolean isPlain(List<String> lines) {
        return lines.stream().noneMatch(line -> line.chars().anyMatch(c -> c == '$' || c == '`' || c == '\\'));
    }
}
