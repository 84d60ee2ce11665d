package dev.mulligan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Runs of three steps in repositories of their own. Each is begun by a program that is killed as soon as it is on record. */
final class SoakRuns {

    static final int STEPS = 3;

    private final Path folder;
    private final String store;
    private final List<Path> workspaces = new ArrayList<>();

    SoakRuns(Path folder, String store) {
        this.folder = folder;
        this.store = store;
    }

    void begin() throws IOException, InterruptedException {
        Path workspace = Files.createDirectories(folder.resolve("run-" + workspaces.size()));
        Files.writeString(workspace.resolve("agent.sh"), """
                #!/bin/sh
                prompt=$(cat)
                step=$(echo "$prompt" | sed -n 's/.*Write \\(s[0-9]*\\)\\..*/\\1/p' | head -n 1)
                # Whoever is killed while it writes the prompt leaves half of it.
                [ -n "$step" ] || exit 1
                sleep 2
                echo "$step" >> notes.txt
                """);
        Files.writeString(workspace.resolve("notes.txt"), "start\n");
        StringBuilder plan = new StringBuilder("name: soak\nagents: {coder: {command: [sh, agent.sh]}}\nsteps:\n");
        for (int step = 1; step <= STEPS; step++) {
            plan.append("  - {id: s%d, prompt: Write s%d., verify: 'grep -qx s%d notes.txt'%s}%n"
                    .formatted(step, step, step, step == 1 ? "" : ", needs: [s" + (step - 1) + "]"));
        }
        Files.writeString(workspace.resolve("plan.yaml"), plan);
        for (String[] git : new String[][] {
            {"init", "-q"},
            {"add", "-A"},
            {"-c", "user.name=soak", "-c", "user.email=soak@localhost", "commit", "-qm", "start"}
        }) {
            List<String> command = new ArrayList<>(List.of("git"));
            command.addAll(List.of(git));
            new ProcessBuilder(command).directory(workspace.toFile()).start().waitFor();
        }
        List<String> command = MulliganProcess.command(folder, "run", "plan.yaml", "--yes", "--continue");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workspace.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        folder.resolve("run-" + workspaces.size() + ".log").toFile());
        builder.environment().put("MULLIGAN_STORE", store);
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        Process starter = builder.start();
        workspaces.add(workspace);
        Thread.ofVirtual()
                .start(() ->
                        killWhenOnRecord(starter, workspace.resolve(".mulligan").resolve("runs")));
    }

    private static void killWhenOnRecord(Process starter, Path runs) {
        try {
            while (starter.isAlive() && isEmpty(runs)) {
                Thread.sleep(50);
            }
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        starter.destroyForcibly();
    }

    private static boolean isEmpty(Path runs) {
        String[] names = runs.toFile().list();
        return names == null || names.length == 0;
    }

    int begun() {
        return workspaces.size();
    }

    /** What is wrong with the files that these runs, by the folder of their plan, should have made. */
    List<String> wrongFiles(Set<Path> onRecord) throws IOException {
        List<String> right = new ArrayList<>(List.of("start"));
        IntStream.rangeClosed(1, STEPS).forEach(step -> right.add("s" + step));
        List<String> wrong = new ArrayList<>();
        for (Path workspace : onRecord) {
            List<String> notes = Files.readAllLines(workspace.resolve("notes.txt"));
            if (!notes.equals(right)) {
                wrong.add(workspace.getFileName() + " has " + notes);
            }
        }
        return wrong;
    }
}
