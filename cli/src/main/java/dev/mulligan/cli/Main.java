package dev.mulligan.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The one entry point of the program. */
@Command(name = "mulligan", mixinStandardHelpOptions = true, version = "mulligan 0.1.0-SNAPSHOT")
public final class Main implements Runnable {

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
