package dev.mulligan.cli.client;

import dev.mulligan.cli.client.Client.Surroundings;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.Terminal;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.JsonText;
import dev.mulligan.text.Utf8Files;
import dev.mulligan.workspace.state.StateFolder;
import dev.mulligan.workspace.state.UserHome;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan setup}: the gateway's address in a client's own settings, and the way back. */
@picocli.CommandLine.Command(
        name = "setup",
        description = "Writes the gateway's address into a client's settings; shows the change first, and undoes it.",
        footer = {
            "",
            "From then on the client needs a running `mulligan serve`. To try it without changing anything, use",
            "`mulligan claude` instead: it starts a gateway for as long as the client runs.",
            "",
            "Examples:",
            "  mulligan setup claude                  shows the change and asks",
            "  mulligan setup claude --status-line --hooks --mcp --yes",
            "  mulligan setup codex --undo",
            "",
            "Exit codes: 0 done or nothing to do, 1 not confirmed, 2 the settings cannot be read or written."
        })
public final class SetupCommand extends Command {

    private static final String HOOK = "claude-code-post-tool-use-failure";

    @Parameters(paramLabel = "CLIENT", description = "claude, codex, gemini or opencode.")
    String client = "";

    @Option(names = "--undo", description = "Put the settings back as they were.")
    boolean undo;

    @Option(names = "--yes", description = "Write without asking.")
    boolean yes;

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "Where the gateway listens. Default: ${DEFAULT-VALUE}.",
            defaultValue = "http://127.0.0.1:7171")
    String gateway = "";

    @Option(
            names = "--status-line",
            description =
                    "Claude Code: show in its status line what was rescued; a status line of yours stays in front.")
    boolean statusLine;

    @Option(names = "--hooks", description = "Claude Code: tell the agent what kind of failure a tool ran into.")
    boolean hooks;

    @Option(names = "--mcp", description = "Claude Code and Codex: offer Mulligan's tools to the agent (MCP).")
    boolean mcp;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ClientSettings settings = ClientSettings.of(client)
                .orElseThrow(() -> new UserError(
                        "'" + client + "' is not a client that can be set up",
                        "There are " + String.join(", ", ClientSettings.NAMES)
                                + "; for others: mulligan wrap -- COMMAND"));
        checkOptions();
        Surroundings around = new Surroundings(
                List.of(), environment(), UserHome.path(), Path.of("").toAbsolutePath());
        try {
            return undo ? undo(settings, around) : write(settings, around);
        } catch (JsonException e) {
            throw new UserError(
                    settings.file(around) + " is not the JSON it should be: " + e.getMessage(),
                    "Correct the file; nothing was changed.");
        }
    }

    private void checkOptions() {
        if ((statusLine || hooks) && !client.equals("claude")) {
            throw new UserError("--status-line and --hooks are for claude only", "Leave them out for " + client + ".");
        }
        if (mcp && !McpRegistration.CLIENTS.contains(client)) {
            throw new UserError("--mcp is for claude and codex only", "Leave it out for " + client + ".");
        }
        if (mcp && !undo) {
            tools().check();
        }
    }

    private int write(ClientSettings settings, Surroundings around) throws IOException, InterruptedException {
        Path file = settings.file(around);
        Optional<String> before = there(file);
        String text = before.orElse("");
        String address = GatewayAddress.of(gateway);
        String after = extras(settings.with(text, address, around), address);
        boolean written = after.equals(text);
        // What was there before the first change of ours counts, if nobody has touched the file since.
        Optional<SetupRecord> earlier = SetupRecord.read(client)
                .filter(kept ->
                        kept.file().equals(file) && (written || kept.after().equals(text)));
        boolean listed = earlier.filter(SetupRecord::tools).isPresent();
        if (written && (!mcp || listed)) {
            screen().line(settings.title() + " is set up already: " + file);
            return ExitCode.OK;
        }
        screen().line(file.toString());
        show(text, after);
        if (mcp && !listed) {
            screen().line(screen().green("+ " + settings.title() + " offers Mulligan's tools (MCP)"));
        }
        if (!isConfirmed()) {
            screen().line("Nothing was written.");
            return ExitCode.FAILED;
        }
        SetupRecord record = new SetupRecord(
                file,
                earlier.map(SetupRecord::before).orElse(before),
                written ? text : after,
                listed,
                earlier.isPresent() ? earlier.get().made() : SetupRecord.firstMissing(file));
        record.write(client);
        if (!written) {
            SetupRecord.replace(file, after);
        }
        Optional<String> trouble = mcp && !listed ? tools().add(program()) : Optional.empty();
        if (mcp && trouble.isEmpty()) {
            record.withTools().write(client);
        }
        screen().line(screen().green("Written.") + " " + settings.title()
                + " now needs a gateway: keep `mulligan serve` running.");
        trouble.ifPresent(why -> errors().line("mulligan: the tools were not added: " + why));
        screen().line("Undo: mulligan setup " + client + " --undo");
        return trouble.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static Optional<String> there(Path file) throws IOException {
        try {
            return Files.exists(file) ? Optional.of(Utf8Files.read(file)) : Optional.empty();
        } catch (IOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new UserError(file + " " + e.getMessage(), "Nothing was changed.");
            }
            throw e;
        }
    }

    private McpRegistration tools() {
        return new McpRegistration(client, environment());
    }

    private String extras(String text, String address) throws IOException {
        String result = text;
        if (statusLine) {
            result = withStatusLine(result, address);
        }
        if (hooks) {
            result = withHook(result);
        }
        return result;
    }

    /** There is room for one status line, so one that is there already is called by ours. */
    private String withStatusLine(String text, String address) {
        String there = ClientSettings.Claude.value(text, ClientSettings.Claude.STATUS_LINE);
        if (there.contains("status-line")) {
            return text;
        }
        String own = quoted(program()) + " status-line --gateway " + quoted(address);
        // Only this value is read as JSON: around it there may be comments.
        Optional<String> old = Optional.of(ClientSettings.Claude.value(text, ClientSettings.Claude.STATUS_COMMAND))
                .filter(value -> value.startsWith("\""))
                .map(value -> String.valueOf(Json.parse(value)));
        String command = own + old.map(line -> " --after " + quoted(line)).orElse("");
        return JsonText.with(
                text,
                ClientSettings.Claude.STATUS_LINE,
                Json.write(Json.object("type", "command", "command", command)));
    }

    private String withHook(String text) throws IOException {
        String there = ClientSettings.Claude.value(text, ClientSettings.Claude.HOOK);
        if (there.contains("mulligan")) {
            return text;
        }
        Path script = hookScript();
        String command = "MULLIGAN=" + quoted(program()) + " sh " + quoted(script.toString());
        JsonObject hook =
                Json.object("matcher", "Bash", "hooks", List.of(Json.object("type", "command", "command", command)));
        if (!there.isEmpty()) {
            throw new UserError(
                    "there are hooks for PostToolUseFailure already, and they stay as they are",
                    "Add this one to them by hand: " + Json.write(hook));
        }
        return JsonText.with(text, ClientSettings.Claude.HOOK, Json.write(List.of(hook)));
    }

    /** In our own folder: a hook in the workspace could be changed by the agent it watches. */
    private static Path hookScript() throws IOException {
        Path folder = StateFolder.makeFolder(StateFolder.root().resolve("hooks"));
        Path script = folder.resolve(HOOK);
        try (InputStream in = Objects.requireNonNull(SetupCommand.class.getResourceAsStream("/hooks/" + HOOK))) {
            SetupRecord.replace(script, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return script;
    }

    private int undo(ClientSettings settings, Surroundings around) throws IOException, InterruptedException {
        Path file = settings.file(around);
        Optional<SetupRecord> kept =
                SetupRecord.read(client).filter(record -> record.file().equals(file));
        if (mcp || kept.filter(SetupRecord::tools).isPresent()) {
            // First, since it may put the client's file back to how we left it.
            removeTools(settings.title());
        }
        Optional<String> now = there(file);
        if (now.isEmpty()) {
            screen().line("there is nothing to undo: " + file + " does not exist");
            SetupRecord.forget(client);
            return ExitCode.OK;
        }
        boolean isAsLeft =
                kept.filter(record -> record.after().equals(now.get())).isPresent();
        String before = isAsLeft ? kept.get().before().orElse("") : settings.without(now.get());
        if (before.equals(now.get())) {
            screen().line("there is nothing of ours in " + file);
            return ExitCode.OK;
        }
        screen().line(file.toString());
        show(now.get(), before);
        if (isAsLeft && kept.get().before().isEmpty()) {
            Files.delete(file);
            kept.get().removeMadeFolders();
        } else {
            SetupRecord.replace(file, before);
        }
        SetupRecord.forget(client);
        screen().line(
                        isAsLeft
                                ? screen().green("Undone.") + " The file is as it was before."
                                : screen().green("Undone.")
                                        + " The file has changed since; only our lines were taken out.");
        return ExitCode.OK;
    }

    private void removeTools(String title) throws IOException, InterruptedException {
        Optional<String> trouble = tools().remove();
        screen().line(trouble.map(why -> "The tools are still there: " + why)
                .orElse(title + " no longer offers Mulligan's tools."));
    }

    private boolean isConfirmed() {
        if (yes) {
            return true;
        }
        Optional<Console> console = Terminal.find();
        if (console.isEmpty()) {
            errors().line("mulligan: nobody is here to confirm this. Say --yes to write it.");
            return false;
        }
        return "y"
                .equalsIgnoreCase(String.valueOf(console.get().readLine("Write this? [y/N] "))
                        .strip());
    }

    /** The lines that differ. */
    private void show(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> fresh = after.lines().toList();
        int head = 0;
        while (head < Math.min(old.size(), fresh.size()) && old.get(head).equals(fresh.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(old.size(), fresh.size()) - head
                && old.get(old.size() - 1 - tail).equals(fresh.get(fresh.size() - 1 - tail))) {
            tail++;
        }
        Screen screen = screen();
        old.subList(head, old.size() - tail).forEach(line -> screen.line(screen.red("- " + line)));
        fresh.subList(head, fresh.size() - tail).forEach(line -> screen.line(screen.green("+ " + line)));
    }

    /** The file that starts Mulligan, as the launcher knows it. */
    private static String program() {
        return System.getProperty("mulligan.program", "mulligan");
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
