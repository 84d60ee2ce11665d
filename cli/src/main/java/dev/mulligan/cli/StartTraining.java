package dev.mulligan.cli;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Does once what people do often, so that the launcher's caches of loaded classes cover it. Run by the launcher after a
 * build and by {@code bin/package}, never by people: it works in the current folder and in the state folder of its
 * environment, both of which the launcher makes for it and removes.
 */
final class StartTraining {

    private StartTraining() {}

    /**
     * {@code args[0]}: where the database's native part goes, so that it need not be unpacked at every start. With
     * {@code serve} and a number of requests after it, what a server does is trained instead of the small commands.
     */
    public static void main(String[] args) throws Exception {
        unpack(Path.of(args[0]));
        Path here = Path.of("").toAbsolutePath();
        if (args.length > 2 && args[1].equals("serve")) {
            ServeTraining.run(here, Integer.parseInt(args[2]));
        } else {
            commands(here);
        }
        // Threads that a command leaves to the end of the program must not keep this one.
        System.exit(0);
    }

    private static void commands(Path here) throws Exception {
        String home = here.resolve(".mulligan").toString();
        Files.createDirectories(here.resolve(".mulligan"));
        Path output = Files.writeString(here.resolve("out.txt"), "FAILED tests/test_a.py::test_b - assert 1 == 2\n");
        Path answer = Files.writeString(here.resolve("answer.md"), "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
        Files.writeString(here.resolve("x"), "a\n");
        String store = here.resolve("store.db").toString();
        history(store);
        for (List<String> command : List.of(
                List.of("--help"),
                List.of("classify", "--status", "429", "--text", "rate limit reached"),
                List.of("explain", output.toString()),
                List.of("policy", "templates"),
                List.of("patch", "--workspace", here.toString(), "--answer", answer.toString(), "--dry-run"),
                List.of("report", "--home", home, "--store", store),
                List.of("report", "--home", home, "--store", store, "--json"),
                List.of("status", "--home", home, "--store", store),
                List.of("history", "--home", home, "--store", store),
                List.of("recommend", "test", "--home", home, "--store", store))) {
            once(command);
        }
        work(here, store);
    }

    /** What works on files: a command with a fixer in a plain folder, and a plan in a repository if there is git. */
    private static void work(Path here, String store) throws Exception {
        String fixer = "sh -c 'printf b > y'";
        once(List.of("exec", "--operation", "test", "--agent", fixer, "--", "grep", "b", "y"));
        Path project = Files.createDirectories(here.resolve("project"));
        Files.writeString(project.resolve("x"), "a\n");
        Path plan = Files.writeString(here.resolve("plan.yaml"), """
                name: training
                workspace: project
                agents:
                  own: {command: [sh, -c, 'printf c >> x']}
                agent: own
                verify: grep cc x
                steps:
                  - {id: one, prompt: Go on.}
                """);
        if (git(project, "init", "-q")
                && git(project, "add", "x")
                && git(project, "-c", "user.name=m", "-c", "user.email=m", "commit", "-q", "-m", "x")) {
            once(List.of("plan", "check", plan.toString()));
            once(List.of("run", plan.toString(), "--store", store));
            once(List.of("status", "--store", store));
            once(List.of("learn", "list", "--store", store));
        }
    }

    private static boolean git(Path folder, String... arguments) throws InterruptedException {
        List<String> line = new ArrayList<>(List.of("git"));
        line.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(line)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notInstalled) {
            return false;
        }
    }

    /** Carries out a command; what it thinks of its arguments does not matter here. */
    static void once(List<String> command) {
        String[] line = command.toArray(String[]::new);
        PrintWriter nowhere = new PrintWriter(new StringWriter(), true);
        int ignored = Main.commandLine(nowhere, nowhere, line).execute(line);
    }

    private static void history(String store) {
        Instant now = Instant.now();
        List<Recorded> events = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            boolean good = i % 3 > 0;
            Failure overloaded = Failure.of(
                    FailureType.OVERLOADED, true, "overloaded after " + i + " tries", Action.RETRY, "training");
            events.add(new Recorded(
                    "training",
                    i,
                    now.minus(Duration.ofHours(i)),
                    ProviderRequestFinished.of("q" + i, "anthropic", "claude-sonnet-4-5")
                            .project("training")
                            .session("session-" + i % 4)
                            .stage(Optional.of("test"))
                            .promptPattern(Optional.of("Fix the test"))
                            .ended(good, good ? 200 : 529)
                            .took(900)
                            .retries(i % 2)
                            .lastFailure(good ? Optional.empty() : Optional.of(overloaded))
                            .spent(new Usage(900, 90, 0, 0), 4_000, 0)
                            .build()));
        }
        try (EventStore open = EventStore.open(store)) {
            open.append(events);
        }
    }

    private static void unpack(Path folder) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        try (InputStream library =
                SQLiteJDBCLoader.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
            if (library != null) {
                Files.createDirectories(folder);
                Files.copy(library, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                System.setProperty("org.sqlite.lib.path", folder.toString());
            }
        }
    }
}
