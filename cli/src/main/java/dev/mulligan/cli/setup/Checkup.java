package dev.mulligan.cli.setup;

import dev.mulligan.agent.client.AgentProgram;
import dev.mulligan.cli.support.PolicyFindings;
import dev.mulligan.cli.support.Programs;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.Trust;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.cli.support.Version;
import dev.mulligan.config.Config;
import dev.mulligan.config.ConfigFiles;
import dev.mulligan.config.ProjectFile;
import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.text.YamlException;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks at the machine and the project. Reads only; starts nothing. */
final class Checkup {

    static final int PORT = 7171;

    enum State {
        GOOD,
        ABSENT,
        WRONG;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Finding(String name, State state, String detail, String advice) {
        Finding(String name, State state, String detail) {
            this(name, state, detail, "");
        }
    }

    private final Map<String, String> environment;
    private final Supplier<Config> config;
    private final List<Finding> findings = new ArrayList<>();

    Checkup(Map<String, String> environment, Supplier<Config> config) {
        this.environment = environment;
        this.config = config;
    }

    List<Finding> findings() throws IOException {
        findings.clear();
        add(new Finding("mulligan", State.GOOD, Version.number() + " on Java " + Runtime.version()));
        program("git", true, "Install git: checkpoints and worktrees need it.");
        AgentProgram.names().forEach(agent -> program(agent, false, Programs.advice(agent)));
        program("opencode", false, Programs.advice("opencode"));
        key("ANTHROPIC_API_KEY");
        key("OPENAI_API_KEY");
        key("GEMINI_API_KEY");
        configuration();
        trust();
        permission();
        store();
        worktrees();
        port();
        return List.copyOf(findings);
    }

    private void add(Finding finding) {
        findings.add(finding);
    }

    private void program(String name, boolean needed, String advice) {
        Optional<Path> found = Programs.find(name, environment);
        add(found.map(path -> new Finding(name, State.GOOD, path.toString()))
                .orElseGet(() -> new Finding(name, needed ? State.WRONG : State.ABSENT, "not on the PATH", advice)));
    }

    /** Present or not; the value is never read further. */
    private void key(String name) {
        boolean present = !environment.getOrDefault(name, "").isBlank();
        add(new Finding(name, present ? State.GOOD : State.ABSENT, present ? "is set" : "is not set"));
    }

    private void configuration() {
        try {
            Config read = config.get();
            if (read.files().isEmpty()) {
                add(new Finding("configuration", State.ABSENT, "no mulligan.yaml here or above; the defaults hold"));
                return;
            }
            var effective = read.policy(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty())
                    .resolve();
            int idle = PolicyFindings.of(effective).size();
            add(new Finding(
                    "configuration",
                    State.GOOD,
                    String.join(", ", read.files()) + "; policy "
                            + effective.policy().name(),
                    idle == 0 ? "" : idle + " things in the policy never fire: mulligan policy lint"));
        } catch (YamlException | InvalidPolicyException e) {
            add(new Finding("configuration", State.WRONG, String.valueOf(e.getMessage()), "Correct the file."));
        }
    }

    /** Only where there is something to trust. */
    private void trust() {
        try {
            ConfigFiles.projectFile(Path.of(""))
                    .map(ProjectFile::read)
                    .filter(file -> !file.guarded().isEmpty())
                    .ifPresent(file -> {
                        String parts = String.join(", ", file.guarded().keySet());
                        add(
                                Trust.covers(file)
                                        ? new Finding("trust", State.GOOD, file.file() + ": " + parts)
                                        : new Finding(
                                                "trust",
                                                State.ABSENT,
                                                file.file() + " is not trusted; ignored: " + parts,
                                                "mulligan trust shows and allows it."));
                    });
        } catch (YamlException e) {
            // Said above, as the state of the configuration.
            return;
        }
    }

    /** Only what is wrong: a folder that is not there yet will be made. */
    private void permission() {
        for (Path folder : List.of(StateFolder.root(), Path.of("").toAbsolutePath())) {
            if (Files.exists(folder) && !Files.isWritable(folder)) {
                add(new Finding(
                        "permission",
                        State.WRONG,
                        "you may not write in " + folder,
                        folder.equals(StateFolder.root())
                                ? "Make it yours, or set XDG_STATE_HOME to a folder of your own."
                                : "Agents could not work here."));
            }
        }
    }

    private void store() {
        StoreAddress address = StoreAddress.of(null, StoreAddress.HOME, environment);
        if (!address.exists()) {
            add(new Finding("store", State.ABSENT, address.where() + " is not there yet"));
            return;
        }
        try (EventStore open = address.open(line -> {})) {
            List<String> troubles = open.upkeep().check();
            add(
                    troubles.isEmpty()
                            ? new Finding("store", State.GOOD, open.name() + ", " + open.position() + " events")
                            : new Finding(
                                    "store", State.WRONG, String.join("; ", troubles), "mulligan doctor --repair"));
        } catch (UserError e) {
            add(new Finding("store", State.WRONG, String.valueOf(e.getMessage()), e.advice()));
        } catch (StoreException e) {
            add(new Finding("store", State.WRONG, String.valueOf(e.getMessage()), e.advice()));
        }
    }

    /** Only where Mulligan has worked before: looking must not leave anything behind. */
    private void worktrees() {
        if (!hasWorkedHere()) {
            return;
        }
        try {
            List<String> orphans =
                    Workspace.open(Path.of("").toAbsolutePath()).workingCopies().orphans();
            if (!orphans.isEmpty()) {
                add(new Finding(
                        "working copies",
                        State.WRONG,
                        orphans.size() + " left behind by a crash",
                        "mulligan doctor --repair"));
            }
        } catch (IOException e) {
            add(new Finding("working copies", State.ABSENT, String.valueOf(e.getMessage())));
        }
    }

    static boolean hasWorkedHere() {
        return Files.isDirectory(StoreAddress.state(StoreAddress.HOME).resolve("shadow.git"));
    }

    private void port() {
        try (ServerSocket socket = new ServerSocket(PORT, 1, InetAddress.getLoopbackAddress())) {
            add(new Finding("port " + socket.getLocalPort(), State.GOOD, "free for mulligan serve"));
        } catch (IOException e) {
            add(new Finding("port " + PORT, State.ABSENT, "in use", "Another mulligan serve, or use --port."));
        }
    }
}
