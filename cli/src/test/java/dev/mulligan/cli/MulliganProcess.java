package dev.mulligan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program in a process of its own, for trials with real clients. */
final class MulliganProcess {

    private MulliganProcess() {}

    static List<String> command(Path home, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** A folder for the search path in which the client goes by its usual name. */
    static Path withProgram(Path folder, PlanClient client, Path program) throws IOException {
        Path path = Files.createDirectories(folder.resolve("bin"));
        Files.createSymbolicLink(path.resolve(client.program()), program);
        return path;
    }
}
