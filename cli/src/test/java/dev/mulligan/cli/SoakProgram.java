package dev.mulligan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One program of the soak: started again under its name after each kill, watched while it lives. */
final class SoakProgram {

    private static final int KB = 1024;

    private final String name;
    private final List<String> command;
    private final Path folder;
    private final String store;
    private final Path log;
    private Process process;
    private int starts;
    private long mostResident;
    private long mostFiles;

    private SoakProgram(String name, List<String> command, Path folder, String store) throws IOException {
        this.name = name;
        this.command = command;
        this.folder = folder;
        this.store = store;
        this.log = folder.resolve(name + ".log");
        this.process = launch();
        // Whatever becomes of the soak, nothing of it stays behind.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> process.destroyForcibly()));
    }

    static SoakProgram start(Path folder, String store, String name, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(arguments);
        return new SoakProgram(name, command, folder, store);
    }

    private Process launch() throws IOException {
        starts++;
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("MULLIGAN_STORE", store);
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        return builder.start();
    }

    String name() {
        return name;
    }

    int starts() {
        return starts;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void killAndStartAgain() throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        process = launch();
    }

    void freeze(boolean on) throws IOException, InterruptedException {
        signal(process.pid(), on ? "STOP" : "CONT");
    }

    static void signal(long pid, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(pid)).start().waitFor();
    }

    /** SIGTERM; says whether it ended by itself. */
    boolean end() throws InterruptedException {
        process.destroy();
        boolean ended = process.waitFor(60, java.util.concurrent.TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        return ended;
    }

    /** Resident memory in MB and open files now. */
    Optional<long[]> look() {
        Path proc = Path.of("/proc", String.valueOf(process.pid()));
        try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
            long files = open.count();
            long resident = Files.readAllLines(proc.resolve("status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElse(0)
                    / KB;
            mostResident = Math.max(mostResident, resident);
            mostFiles = Math.max(mostFiles, files);
            return Optional.of(new long[] {resident, files});
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    String most() {
        return name + ": at most " + mostResident + " MB and " + mostFiles + " open files, started " + starts
                + (starts == 1 ? " time" : " times");
    }

    /** Lines of a stack trace, and what calls itself a mistake of the program. */
    List<String> stacks() throws IOException {
        try (Stream<String> lines = Files.lines(log, java.nio.charset.StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("\tat ") || line.contains("error of the program itself"))
                    .limit(5)
                    .toList();
        }
    }
}
