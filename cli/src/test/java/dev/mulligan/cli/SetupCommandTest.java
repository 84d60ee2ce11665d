package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of clients are changed where they were asked to be, and nowhere else; the way back is exact. */
class SetupCommandTest {

    private static final String ADDRESS = "http://127.0.0.1:7171";

    @TempDir
    Path folder;

    record Ended(int exit, String out, String err) {}

    @Test
    void theAddressIsWrittenAndTakenBackToTheByte() throws Exception {
        Path file = settings("{\n\t\"model\" : \"opus\",   \"odd\":1 }\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        String before = Files.readString(file);

        Ended setup = mulligan("setup", "claude", "--yes");
        assertThat(setup.exit()).as(setup.err()).isZero();
        assertThat(setup.out()).contains("+   \"env\": { \"ANTHROPIC_BASE_URL\": \"" + ADDRESS + "\" },");
        assertThat(environment(file).text("ANTHROPIC_BASE_URL")).contains(ADDRESS);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThat(mulligan("setup", "claude", "--yes").out()).contains("set up already");

        assertThat(mulligan("setup", "claude", "--undo").out()).contains("as it was before");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void foldersThatWereMadeForTheFileGoWithIt() throws Exception {
        assertThat(mulligan("setup", "claude", "--yes").exit()).isZero();
        assertThat(folder.resolve("home/.claude/settings.json")).exists();
        mulligan("setup", "claude", "--undo");
        assertThat(folder.resolve("home/.claude")).doesNotExist();

        Files.createDirectory(folder.resolve("home/.claude"));
        mulligan("setup", "claude", "--yes");
        mulligan("setup", "claude", "--undo");
        assertThat(folder.resolve("home/.claude")).as("it was there before").isEmptyDirectory();
    }

    @Test
    void whatTheUserChangedMeanwhileStays() throws Exception {
        Path file = settings("{\"model\": \"opus\"}");
        mulligan("setup", "claude", "--yes");
        Files.writeString(file, Files.readString(file).replace("opus", "sonnet"));

        assertThat(mulligan("setup", "claude", "--undo").out()).contains("only our lines were taken out");
        JsonObject now = Json.parseObject(Files.readString(file));
        assertThat(now.text("model")).contains("sonnet");
        assertThat(now.object("env").orElseGet(Json::object).text("ANTHROPIC_BASE_URL"))
                .isEmpty();
    }

    @Test
    void nothingIsWrittenWithoutAWordOrIntoABrokenFile() throws Exception {
        Path file = settings("{\"model\": \"opus\"}");
        Ended asked = mulligan("setup", "claude");
        assertThat(asked.exit()).isEqualTo(1);
        assertThat(asked.out()).contains("Nothing was written.");
        assertThat(asked.err()).contains("nobody is here to confirm this").contains("--yes");
        Files.writeString(file, "{\"model\": ");
        Ended broken = mulligan("setup", "claude", "--yes");
        assertThat(broken.exit()).isEqualTo(2);
        assertThat(broken.err()).contains("is not the JSON it should be").doesNotContain("\tat ");
        assertThat(Files.readString(file)).isEqualTo("{\"model\": ");
        assertThat(mulligan("setup", "cursor").err()).contains("claude, codex, gemini, opencode");
    }

    @Test
    void commentsStayWhateverIsSet() throws Exception {
        String before = """
                {
                  // mine
                  "statusLine": {"type": "command", /* of mine */ "command": "echo my_line"}
                }
                """;
        Path file = settings(before);
        Ended setup = mulligan("setup", "claude", "--yes", "--status-line", "--hooks");
        assertThat(setup.exit()).as(setup.err()).isZero();
        assertThat(Files.readString(file))
                .contains("// mine")
                .contains("--after 'echo my_line'")
                .contains("PostToolUseFailure");
        mulligan("setup", "claude", "--undo");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"claude", "codex", "gemini", "opencode"})
    void onlyAnAddressIsWritten(String client) throws Exception {
        for (String wrong : List.of("nope", "127.0.0.1:7171", "ftp://127.0.0.1", "http://", "http://h/?a=b")) {
            Ended refused = mulligan("setup", client, "--yes", "--gateway", wrong);
            assertThat(refused.exit()).as(wrong).isEqualTo(2);
            assertThat(refused.err()).contains("--gateway: '" + wrong + "' is not an address");
        }
        Ended slash = mulligan("setup", client, "--yes", "--gateway", "http://127.0.0.1:7272/");
        assertThat(slash.out())
                .contains("http://127.0.0.1:7272")
                .doesNotContain("7272/\"")
                .doesNotContain("//v1");
    }

    @Test
    void aStatusLineOfTheUsersComesFirst() throws Exception {
        Path file = settings("{\"statusLine\": {\"type\": \"command\", \"command\": \"echo 'my line'\"}}");
        mulligan("setup", "claude", "--yes", "--status-line", "--hooks");
        JsonObject now = Json.parseObject(Files.readString(file));
        assertThat(now.object("statusLine").orElseThrow().text("command"))
                .hasValueSatisfying(
                        line -> assertThat(line).contains("status-line").contains("--after"));
        assertThat(now.object("hooks").orElseThrow().toString()).contains("PostToolUseFailure");
        assertThat(folder.resolve("state/mulligan/hooks/claude-code-post-tool-use-failure"))
                .isRegularFile();

        Ended shown = mulligan("status-line", "--gateway", "http://127.0.0.1:1", "--after", "echo 'my line'");
        assertThat(shown.out()).isEqualTo("my line\n");
        mulligan("setup", "claude", "--undo");
        assertThat(Json.parseObject(Files.readString(file))
                        .object("statusLine")
                        .orElseThrow()
                        .text("command"))
                .contains("echo 'my line'");
    }

    @ParameterizedTest
    @CsvSource({
        "codex, .codex/config.toml, openai_base_url = \"http://127.0.0.1:7171/v1\"",
        "gemini, .gemini/.env, GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:7171",
        "opencode, .config/opencode/opencode.json, http://127.0.0.1:7171/v1"
    })
    void everyClientHasItsFileAndItGoesWhenItWasNotThere(String client, String name, String line) throws Exception {
        Path file = folder.resolve("home").resolve(name);
        assertThat(mulligan("setup", client, "--yes").exit()).isZero();
        assertThat(Files.readString(file)).contains(line);
        assertThat(mulligan("setup", client, "--undo").exit()).isZero();
        assertThat(file).doesNotExist();
    }

    @Test
    void aLineOfCodexStandsBeforeItsSections() throws Exception {
        Path file = Files.createDirectories(folder.resolve("home/.codex")).resolve("config.toml");
        Files.writeString(file, "# mine\nmodel = \"gpt\"\n\n[profiles.x]\nopenai_base_url = \"http://other\"\n");
        mulligan("setup", "codex", "--yes");
        assertThat(Files.readString(file))
                .startsWith("openai_base_url = \"http://127.0.0.1:7171/v1\"\n# mine")
                .contains("http://other");
    }

    /** A client that keeps its tools in the same file, as Codex does. */
    private void codexOnThePath(String script) throws Exception {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("codex");
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void whatWasAddedWithToolsIsUndoneToTheByteWithoutNamingThem() throws Exception {
        Path file = Files.createDirectories(folder.resolve("home/.codex")).resolve("config.toml");
        Files.writeString(file, "# mine\nmodel = \"gpt\"\n");
        codexOnThePath("""
                case "$2" in
                  add) printf '\\n[mcp_servers.mulligan]\\n' >> ~/.codex/config.toml ;;
                  remove) head -n -2 ~/.codex/config.toml > ~/.codex/new && mv ~/.codex/new ~/.codex/config.toml ;;
                esac
                """);
        // The tools are added also to what was set up before.
        assertThat(mulligan("setup", "codex", "--yes").exit()).isZero();
        assertThat(mulligan("setup", "codex", "--yes", "--mcp").exit()).isZero();
        assertThat(Files.readString(file)).contains("[mcp_servers.mulligan]");
        assertThat(mulligan("setup", "codex", "--yes", "--mcp").out()).contains("set up already");

        assertThat(mulligan("setup", "codex", "--undo").out())
                .contains("no longer offers")
                .contains("as it was before");
        assertThat(Files.readString(file)).isEqualTo("# mine\nmodel = \"gpt\"\n");
    }

    @Test
    void aClientThatDoesNotTakeTheToolsIsSaidInOneLine() throws Exception {
        codexOnThePath("echo 'native binary missing'; echo 'and twelve more lines'; exit 1\n");
        Ended setup = mulligan("setup", "codex", "--yes", "--mcp");
        assertThat(setup.exit()).isEqualTo(1);
        assertThat(setup.err())
                .contains("the tools were not added")
                .contains("native binary missing")
                .doesNotContain("twelve");
        assertThat(mulligan("setup", "codex", "--undo").exit()).isZero();
    }

    private JsonObject environment(Path file) throws Exception {
        return Json.parseObject(Files.readString(file)).object("env").orElseThrow();
    }

    private Path settings(String text) throws Exception {
        Path file = Files.createDirectories(folder.resolve("home/.claude")).resolve("settings.json");
        return Files.writeString(file, text);
    }

    private Ended mulligan(String... arguments) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Path in = Files.writeString(folder.resolve("in"), "{\"session_id\":\"s-1\"}");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().retainAll(List.of("PATH", "LC_ALL"));
        builder.environment().put("HOME", home.toString());
        builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, own) -> own + path);
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        int exit = builder.start().waitFor();
        return new Ended(
                exit, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }
}
