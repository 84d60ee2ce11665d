package dev.mulligan.cli.support;

import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.NearestWord;
import dev.mulligan.text.TerminalText;
import dev.mulligan.text.YamlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into what happened, why, and what to do. A stack trace is for bugs only. */
public final class ErrorHandlers {

    private static final Pattern PAIR = Pattern.compile(
            "Value for option(?: option)? '([^']+)' \\(([^)]+)\\) should be in KEY=VALUE format but was (.*)",
            Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile(
            "Invalid value for option '([^']+)'(?: \\([^)]*\\))?: '(.*)' is not an? (int|long|double)", Pattern.DOTALL);

    private static final Pattern WORD = Pattern.compile(
            "Invalid value for (?:option '([^']+)'|positional parameter [^:]*?\\((.*)\\)).*: expected one of \\[(.*)\\]"
                    + "(?: \\([^)]*\\))? but was '(.*)'",
            Pattern.DOTALL);

    private ErrorHandlers() {}

    public static int usage(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        say(err, "mulligan: " + (e instanceof UnmatchedArgumentException extra ? unmatched(extra) : inWords(e)));
        err.println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /** The parser names types of Java, and the form of a pair by words of its own. */
    private static String inWords(ParameterException e) {
        String said = String.valueOf(e.getMessage());
        Matcher pair = PAIR.matcher(said);
        if (pair.matches()) {
            return pair.group(1) + ": '" + pair.group(3) + "' is not of the form " + pair.group(2);
        }
        Matcher number = NUMBER.matcher(said);
        if (number.matches()) {
            String wanted = number.group(3).equals("double") ? "number" : "whole number";
            return number.group(1) + ": '" + number.group(2) + "' is not a " + wanted;
        }
        Matcher word = WORD.matcher(said);
        if (word.matches()) {
            List<String> known = List.of(word.group(3).toLowerCase(Locale.ROOT).split(", "));
            String flag = word.group(1) == null ? "" : word.group(1) + " ";
            return flag + "'" + word.group(4) + "' is not known" + meant(word.group(4), known) + " (there are "
                    + String.join(", ", known) + ")";
        }
        return said;
    }

    /** What was typed and means nothing here, with what was probably meant. */
    private static String unmatched(UnmatchedArgumentException e) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        String typed = e.getUnmatched().getFirst();
        if (e.isUnknownOption()) {
            String option = typed.split("=", 2)[0];
            List<String> known = command.options().stream()
                    .flatMap(one -> Stream.of(one.names()))
                    .toList();
            return "there is no option " + option + meant(option, known);
        }
        if (!command.subcommands().isEmpty() && command.positionalParameters().isEmpty()) {
            List<String> known = List.copyOf(command.subcommands().keySet());
            return "there is no command " + typed + meant(typed, known);
        }
        return "'" + typed + "' is one argument too many";
    }

    private static String meant(String typed, List<String> known) {
        return NearestWord.to(typed, known)
                .map(word -> "; did you mean " + word + "?")
                .orElse("");
    }

    public static int execution(Exception e, CommandLine line, ParseResult parsed) throws Exception {
        PrintWriter err = line.getErr();
        switch (e) {
            case UserError mistake -> {
                say(err, "mulligan: " + mistake.getMessage());
                say(err, "  " + mistake.advice());
            }
            case InvalidPolicyException mistake -> {
                boolean flag = mistake.field().startsWith("--");
                say(err, "mulligan: " + (flag ? "" : "the policy cannot be used: ") + mistake.getMessage());
                if (!flag) {
                    say(err, "  See: mulligan policy templates, or docs/policies.md");
                }
            }
            case YamlException mistake -> {
                say(err, "mulligan: " + mistake.getMessage());
                say(err, "  Correct the file and run the command again; nothing was changed.");
            }
            case JsonException mistake -> say(err, "mulligan: not the JSON it should be: " + mistake.getMessage());
            case IllegalArgumentException mistake -> say(err, "mulligan: " + mistake.getMessage());
            case NoSuchFileException missing -> say(err, "mulligan: " + missing(missing.getFile()));
            case IOException io -> say(err, "mulligan: " + describe(io));
            case UncheckedIOException io -> say(err, "mulligan: " + describe(io));
            default -> {
                say(err, "mulligan: an error of the program itself; please report it with these lines:");
                say(err, calls(e));
                return ExitCode.FAILED;
            }
        }
        if (Debugging.isOn()) {
            say(err, calls(e));
        }
        return ExitCode.USAGE;
    }

    /** A file that was to be made lacks its folder. */
    private static String missing(String file) {
        Path folder = Path.of(file).toAbsolutePath().normalize().getParent();
        return folder == null || Files.isDirectory(folder)
                ? "no such file: " + file
                : "there is no folder " + folder + ", so " + file + " can neither be read nor written";
    }

    private static String calls(Exception e) {
        StringWriter calls = new StringWriter();
        e.printStackTrace(new PrintWriter(calls));
        return calls.toString().strip();
    }

    /** A message may quote a plan, a file's name or what a provider said. */
    private static void say(PrintWriter err, String text) {
        err.println(TerminalText.clean(text));
    }

    private static String describe(Exception e) {
        return switch (e) {
            case UncheckedIOException wrapped
            when wrapped.getCause() != null && wrapped.getCause().toString().equals(wrapped.getMessage()) ->
                describe(wrapped.getCause());
            case AccessDeniedException denied -> "you may not read or write " + denied.getFile();
            case FileSystemException file when file.getReason() != null -> file.getFile() + ": " + file.getReason();
            case ConnectException _ -> "nobody answers there: " + e.getMessage();
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }
}
