package dev.mulligan.cli.setup;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code mulligan man}: the manual pages, from the help of the commands. */
@picocli.CommandLine.Command(
        name = "man",
        description = "Writes a manual page for every command into a folder.",
        footer = {"", "Example:", "  mulligan man --into ~/.local/share/man/man1 && man mulligan-serve"})
public final class ManCommand extends Command {

    @Option(names = "--into", required = true, paramLabel = "DIR", description = "The folder; it is made if needed.")
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        CommandLine root = spec.root().commandLine();
        Files.writeString(folder.resolve("mulligan.1"), page("mulligan", root));
        for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
            String name = "mulligan-" + command.getKey();
            Files.writeString(folder.resolve(name + ".1"), page(name, command.getValue()));
        }
        screen().line((root.getSubcommands().size() + 1) + " pages in " + folder);
        return ExitCode.OK;
    }

    /** The help as it is shown, in the form that man reads. */
    private static String page(String name, CommandLine line) {
        String[] description = line.getCommandSpec().usageMessage().description();
        return ".TH " + name.toUpperCase(Locale.ROOT) + " 1 \"\" \"mulligan\" \"Mulligan\"\n"
                + ".SH NAME\n" + escaped(name) + " \\- "
                + escaped(description.length == 0 ? "" : description[0]) + "\n"
                + ".SH DESCRIPTION\n.nf\n"
                + escaped(line.getUsageMessage(CommandLine.Help.Ansi.OFF)) + ".fi\n";
    }

    /** A dot or a quote at the start of a line would be a request to the formatter. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.lines()
                        .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
                        .collect(Collectors.joining("\n"))
                + (text.endsWith("\n") ? "\n" : "");
    }
}
