package dev.mulligan.cli;

import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.wire.JsonException;
import dev.mulligan.wire.YamlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into what happened, why, and what to do. A stack trace is for bugs only. */
final class Mistakes {

    private Mistakes() {}

    static int usage(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("mulligan: " + e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    static int execution(Exception e, CommandLine line, ParseResult parsed) throws Exception {
        PrintWriter err = line.getErr();
        switch (e) {
            case UserError mistake -> {
                err.println("mulligan: " + mistake.getMessage());
                err.println("  " + mistake.advice());
            }
            case InvalidPolicyException mistake -> {
                err.println("mulligan: the policy cannot be used: " + mistake.getMessage());
                err.println("  See: mulligan policy templates, or docs/policies.md");
            }
            case YamlException mistake -> {
                err.println("mulligan: " + mistake.getMessage());
                err.println("  Correct the file and run the command again; nothing was changed.");
            }
            case JsonException mistake -> err.println("mulligan: not the JSON it should be: " + mistake.getMessage());
            case IllegalArgumentException mistake -> err.println("mulligan: " + mistake.getMessage());
            case NoSuchFileException missing -> err.println("mulligan: no such file: " + missing.getFile());
            case IOException io -> err.println("mulligan: " + describe(io));
            case UncheckedIOException io -> err.println("mulligan: " + describe(io));
            default -> {
                err.println("mulligan: an error of the program itself; please report it with these lines:");
                e.printStackTrace(err);
                return ExitCode.FAILED;
            }
        }
        return ExitCode.USAGE;
    }

    private static String describe(Exception e) {
        return e.getMessage() == null
                ? e.getClass().getSimpleName()
                : e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
