package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.share.Note;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Old and new programs side by side on one store: the old one is compiled from the history of this repository, the commit
 * before the first addition to the schema.
 */
@Timeout(300)
class UpgradeTest {

    private static final String BEFORE = "ab136c2";
    private static final List<String> MODULES = List.of("failure", "wire", "core", "store");

    /** What the old program does. It is compiled with the old classes. */
    private static final String OLD_PROGRAM = """
            package dev.mulligan.store;
            import dev.mulligan.event.RunEvent.RunStarted;
            import dev.mulligan.store.trace.Recorded;
            import java.time.Instant;
            import java.util.List;
            public class OldProgram {
                public static void main(String[] args) {
                    try (EventStore store = EventStore.open(args[0])) {
                        for (int seq = 1; seq <= 50; seq++) {
                            store.append(List.of(new Recorded(args[1], seq, Instant.now(),
                                    new RunStarted("p", "old", "L1", "/w", 1))));
                        }
                        store.views();
                        System.out.println("wrote " + store.events(args[1], 0, 1000).size()
                                + ", read " + store.events(args[2], 0, 1000).size()
                                + ", runs " + store.flows().newest(5).size()
                                + ", rebuilt " + (store.upkeep().rebuild() > 0));
                    }
                }
            }
            """;

    @TempDir
    static Path old;

    private static String libraries = "";

    @BeforeAll
    static void compileTheOldOne() throws Exception {
        Path root = Path.of(System.getProperty("mulligan.root", ".."));
        Path zip = old.resolve("old.zip");
        List<String> archive = new ArrayList<>(
                List.of("git", "-C", root.toString(), "archive", "--format=zip", "-o", zip.toString(), BEFORE));
        MODULES.forEach(module -> archive.add(module + "/src/main"));
        boolean there = new ProcessBuilder(archive)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
        if (!there) {
            System.out.println("skipped: the history of this repository does not reach back to " + BEFORE);
        }
        Assumptions.assumeTrue(there, "no history");
        unpack(zip);
        Path program = old.resolve("store/src/main/java/dev/mulligan/store/OldProgram.java");
        Files.writeString(program, OLD_PROGRAM);
        libraries = Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && !entry.contains("mulligan-"))
                .collect(Collectors.joining(java.io.File.pathSeparator));
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                old.resolve("classes").toString(),
                "-cp",
                libraries,
                "-nowarn",
                "-proc:none",
                "-encoding",
                "UTF-8"));
        for (String module : MODULES) {
            Path sources = old.resolve(module + "/src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(Path::toString)
                        .forEach(arguments::add);
            }
        }
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(failed).isZero();
    }

    private static void unpack(Path zip) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                String name = entry.getName();
                int resource = name.indexOf("/src/main/resources/");
                Path to = resource < 0
                        ? old.resolve(name)
                        : old.resolve("classes").resolve(name.substring(resource + "/src/main/resources/".length()));
                if (!entry.isDirectory()) {
                    Files.createDirectories(to.getParent());
                    Files.copy(in, to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static String oldProgram(String where, String run, String others) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        old.resolve("classes") + java.io.File.pathSeparator + libraries,
                        "dev.mulligan.store.OldProgram",
                        where,
                        run,
                        others)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip() + ", exit " + process.waitFor();
        }
    }

    @Test
    void onSqlite(@TempDir Path folder) throws Exception {
        sideBySide(folder.resolve("store.db").toString());
    }

    @Test
    void onPostgres() throws Exception {
        Postgres.assumed();
        sideBySide(Postgres.freshDatabase());
    }

    private static void sideBySide(String where) throws Exception {
        assertThat(oldProgram(where, "old-1", "new")).isEqualTo("wrote 50, read 0, runs 0, rebuilt true, exit 0");
        try (EventStore store = EventStore.open(where)) {
            assertThat(store.events("old-1", 0, 1000)).hasSize(50);
            List<Recorded> events = new ArrayList<>();
            for (int seq = 1; seq <= 30; seq++) {
                events.add(new Recorded("new", seq, Instant.now(), new RunStarted("p", "new", "L1", "/w", 1)));
            }
            store.append(events);
            store.notes("new").exchange(List.of(new Note("pause", "anthropic", "", Duration.ofMinutes(1))));
            assertThat(oldProgram(where, "old-2", "new"))
                    .as("an old program starts and works beside a new one")
                    .isEqualTo("wrote 50, read 30, runs 0, rebuilt true, exit 0");
            assertThat(store.events("old-2", 0, 1000)).hasSize(50);
            assertThat(store.notes("other").exchange(List.of())).hasSize(1);
            assertThat(store.append(events)).as("delivered twice").isZero();
            assertThat(store.position()).isGreaterThanOrEqualTo(130);
        }
    }
}
