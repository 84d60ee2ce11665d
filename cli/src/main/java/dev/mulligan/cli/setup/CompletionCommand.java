package dev.mulligan.cli.setup;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code mulligan completion}: a script for the shell. */
@picocli.CommandLine.Command(
        name = "completion",
        description = "Prints a completion script for your shell.",
        footer = {
            "",
            "Examples:",
            "  source <(mulligan completion bash)                    for this bash or zsh",
            "  mulligan completion fish > ~/.config/fish/completions/mulligan.fish"
        })
public final class CompletionCommand extends Command {

    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
    @SuppressWarnings("NullAway.Init")
    Shell shell;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine()
                .getOut()
                .println(
                        switch (shell) {
                            // The generated script loads bashcompinit by itself under zsh.
                            case BASH, ZSH -> AutoComplete.bash("mulligan", root);
                            case FISH -> fish(root);
                        });
        return ExitCode.OK;
    }

    private static String fish(CommandLine root) {
        StringBuilder script = new StringBuilder("complete -c mulligan -f\n");
        root.getSubcommands().forEach((name, command) -> {
            script.append("complete -c mulligan -n __fish_use_subcommand -a ")
                    .append(name)
                    .append(" -d '")
                    .append(quoted(first(command.getCommandSpec().usageMessage().description())))
                    .append("'\n");
            command.getCommandSpec()
                    .options()
                    .forEach(option -> option(script, name, option.longestName(), first(option.description())));
        });
        return script.toString();
    }

    private static void option(StringBuilder script, String command, String option, String description) {
        if (option.startsWith("--")) {
            script.append("complete -c mulligan -n '__fish_seen_subcommand_from ")
                    .append(command)
                    .append("' -l ")
                    .append(option.substring(2))
                    .append(" -d '")
                    .append(quoted(description))
                    .append("'\n");
        }
    }

    private static String first(String... lines) {
        return lines.length == 0 ? "" : List.of(lines).getFirst();
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }
}
