package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The real process, asked by the protocol's own client. */
@Timeout(120)
class McpCommandTest {

    @TempDir
    Path folder;

    private List<String> command() {
        return List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "mcp",
                "--home",
                folder.resolve(".mulligan").toString());
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private McpSyncClient connect() {
        ServerParameters server =
                ServerParameters.builder(java()).args(command()).build();
        McpSyncClient client = McpClient.sync(new StdioClientTransport(
                        server, new JacksonMcpJsonMapper(JsonMapper.builder().build())))
                .requestTimeout(Duration.ofSeconds(60))
                .initializationTimeout(Duration.ofSeconds(60))
                .build();
        client.initialize();
        return client;
    }

    private static McpSchema.CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(McpSchema.CallToolResult result) {
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }

    private static JsonObject ask(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return Json.parseObject(text(call(client, tool, arguments)));
    }

    @Test
    void anAgentClassifiesLooksUpAsksAndRecords() {
        Map<String, Object> red = Map.of(
                "command",
                "pytest -q",
                "exit_code",
                1,
                "stdout",
                "FAILED test_cart.py::test_total - assert 35 == 25\n");
        try (McpSyncClient client = connect()) {
            assertThat(client.listTools().tools())
                    .extracting(McpSchema.Tool::name)
                    .containsExactlyInAnyOrder("classify_failure", "lookup_fixes", "recommend", "record_outcome");
            JsonObject limited = ask(
                    client,
                    "classify_failure",
                    Map.of("status", 429, "body", "{\"error\": {\"type\": \"rate_limit_error\"}}"));
            assertThat(limited.text("type")).contains("rate_limit");
            assertThat(limited.truth("retryable")).contains(true);
            String signature =
                    ask(client, "classify_failure", red).text("signature").orElseThrow();
            assertThat(ask(client, "lookup_fixes", Map.of("signature", signature))
                            .list("fixes"))
                    .isEmpty();
            JsonObject kept = ask(
                    client,
                    "record_outcome",
                    Map.of(
                            "stage", "test",
                            "signature", signature,
                            "error", "test_total: assert 35 == 25",
                            "fix", "the discount was added instead of taken off",
                            "strategy", "add-context",
                            "verified_by", "pytest -q",
                            "exit_code", 0));
            assertThat(kept.text("learning_record_id").orElseThrow()).startsWith("lr-");
            assertThat(text(call(client, "lookup_fixes", Map.of("signature", signature))))
                    .contains("the discount was added");
            assertThat(ask(client, "recommend", Map.of("stage", "test")).text("strategy"))
                    .contains("retry");
        }
        try (McpSyncClient later = connect()) {
            assertThat(text(call(later, "lookup_fixes", Map.of("error", "test_total: assert 36 == 26"))))
                    .as("another process, a failure like it")
                    .contains("the discount was added");
        }
    }

    @Test
    void wrongInputIsAnAnswerAndNotTheEnd() {
        try (McpSyncClient client = connect()) {
            McpSchema.CallToolResult bad = call(client, "lookup_fixes", Map.of());
            assertThat(bad.isError()).isTrue();
            assertThat(folder.resolve(".mulligan"))
                    .as("a client starts it in every folder")
                    .doesNotExist();
            assertThat(text(bad)).contains("signature or the error");
            assertThat(call(client, "record_outcome", Map.of("stage", "test", "error", "x", "verified_by", "sure"))
                            .isError())
                    .isTrue();
            assertThat(ask(client, "classify_failure", Map.of("text", "Connection reset by peer"))
                            .truth("failure"))
                    .contains(true);
        }
    }

    /** What the program prints for this input, whose end is its end. */
    private List<JsonObject> answers(String input) throws Exception {
        List<String> all = new java.util.ArrayList<>(List.of(java()));
        all.addAll(command());
        Process process = new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        List<JsonObject> answers = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(Json::parseObject)
                .toList();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return answers;
    }

    @Test
    void whatIsAskedTooEarlyIsRefusedAndTheRestAnswered() throws Exception {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":ID,\"method\":\"tools/list\"}\n";
        String input = list.replace("ID", "\"a\"") + """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
                {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"classify_failure","arguments":{"text":"x"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                """ + list.replace("ID", "3");
        List<JsonObject> answers = answers(input);

        assertThat(answers).hasSize(4);
        assertThat(answers)
                .filteredOn(answer -> answer.text("id", "").equals("a"))
                .allSatisfy(
                        early -> assertThat(early.object("error").orElseThrow().text("message", ""))
                                .contains("tools/list comes too early"));
        assertThat(answers)
                .anyMatch(answer -> answer.integer("id").orElse(0) == 2 && answer.has("error"))
                .anyMatch(answer -> answer.integer("id").orElse(0) == 3 && answer.has("result"));
    }

    @Test
    void noLineMutesItAndItEndsWithItsInput() throws Exception {
        List<String> hostile = List.of(
                "",
                "   ",
                "not json",
                "{\"jsonrpc\":\"2.0\",",
                "[]",
                "42",
                "{}",
                "null",
                "{\"jsonrpc\":\"2.0\",\"id\":{\"a\":1},\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":900,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":901,\"method\":\"no/such\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":902,\"method\":\"tools/call\",\"params\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":903,\"method\":\"tools/call\",\"params\":{\"name\":7,\"arguments\":[]}}",
                "{\"jsonrpc\":\"2.0\",\"id\":904,\"method\":\"initialize\",\"params\":null}",
                "[".repeat(100_000),
                "\u0000\u001b[2J");
        StringBuilder input = new StringBuilder("""
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                """);
        for (int i = 0; i < hostile.size(); i++) {
            input.append(hostile.get(i))
                    .append("\n{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":")
                    .append(100 + i)
                    .append("}\n");
        }
        List<JsonObject> answers = answers(input.toString());
        for (int i = 0; i < hostile.size(); i++) {
            int id = 100 + i;
            assertThat(answers)
                    .as("after: "
                            + hostile.get(i)
                                    .substring(0, Math.min(60, hostile.get(i).length())))
                    .anyMatch(answer -> answer.integer("id").orElse(0) == id && answer.has("result"));
        }
        assertThat(answers.stream()
                        .flatMap(answer -> answer.object("error").stream())
                        .map(error -> error.integer("code").orElse(0)))
                .contains(-32700, -32600);
    }
}
