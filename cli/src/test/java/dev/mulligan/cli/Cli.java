package dev.mulligan.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs the command line in this process and keeps what it said. */
public record Cli(int exit, String out, String err) {

    public static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true), args)
                .execute(args);
        return new Cli(exit, out.toString(), err.toString());
    }
}
