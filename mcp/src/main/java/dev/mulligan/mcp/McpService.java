package dev.mulligan.mcp;

import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Serves the tools over a pair of streams until the client hangs up. */
public final class McpService {

    /** A tool's work. */
    private interface Work {
        JsonObject on(JsonObject in) throws IOException;
    }

    /** What was asked just before the input ended is still answered. */
    private static final long LAST_ANSWERS_MS = 2_000;

    private final McpTools tools;
    private final String version;

    private McpService(McpTools tools, String version) {
        this.tools = tools;
        this.version = version;
    }

    /** For the project in this folder, whose traces are below {@code home}. Nothing but the protocol is written to {@code out}. */
    public static void serve(
            Path project,
            Path home,
            EventStore store,
            Classifier classifier,
            String runId,
            String version,
            InputStream in,
            OutputStream out)
            throws InterruptedException {
        OutcomeLog log = new OutcomeLog(home, runId, store, InstantSource.system());
        new McpService(new McpTools(project, store, classifier, log), version).serve(in, out);
    }

    private void serve(InputStream in, OutputStream out) throws InterruptedException {
        JacksonMcpJsonMapper mapper =
                new JacksonMcpJsonMapper(JsonMapper.builder().build());
        WholeLines answers = new WholeLines(out);
        MessageLines lines = new MessageLines(in, answers, mapper);
        McpSyncServer server = McpServer.sync(new StdioServerTransportProvider(mapper, lines.messages(), answers))
                .serverInfo("mulligan", version)
                .instructions(
                        "Ask classify_failure before retrying anything that failed, lookup_fixes before fixing it,"
                                + " and record_outcome once the command that checks it has ended.")
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .tools(specifications())
                .build();
        try {
            int owed = lines.pump();
            answers.await(owed, LAST_ANSWERS_MS);
        } finally {
            lines.end();
            server.closeGracefully();
        }
    }

    private List<SyncToolSpecification> specifications() {
        return List.of(
                tool(
                        "classify_failure",
                        "Names a failure, says whether another try is worth it, when, and what to do. For output of build"
                                + " and test tools also a stable signature and the lines a fixer needs.",
                        schema(List.of(), "text", "status#", "body", "command", "exit_code#", "stdout", "stderr"),
                        tools::classify),
                tool(
                        "lookup_fixes",
                        "What worked or did not work before against this failure or one like it.",
                        schema(List.of(), "signature", "error"),
                        tools::lookup),
                tool(
                        "recommend",
                        "Which strategy to try next at a stage that failed, from how earlier runs went.",
                        schema(List.of("stage"), "stage", "attempt#", "signature"),
                        tools::recommend),
                tool(
                        "record_outcome",
                        "Keeps what came of a fix. verified_by is the command that checks it, exit_code what it ended"
                                + " with: 0 makes the fix known as working.",
                        schema(
                                List.of("stage", "error", "verified_by", "exit_code"),
                                "stage",
                                "error",
                                "signature",
                                "strategy",
                                "fix",
                                "files[]",
                                "verified_by",
                                "exit_code#"),
                        tools::record));
    }

    /** Names ending in # are whole numbers, in [] lists of text, all others text. */
    private static Map<String, Object> schema(List<String> required, String... names) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String name : names) {
            if (name.endsWith("#")) {
                properties.put(name.substring(0, name.length() - 1), Map.of("type", "integer"));
            } else if (name.endsWith("[]")) {
                properties.put(
                        name.substring(0, name.length() - 2),
                        Map.of("type", "array", "items", Map.of("type", "string")));
            } else {
                properties.put(name, Map.of("type", "string"));
            }
        }
        return Map.of("type", "object", "properties", properties, "required", required);
    }

    private static SyncToolSpecification tool(String name, String description, Map<String, Object> schema, Work work) {
        McpSchema.Tool tool =
                McpSchema.Tool.builder(name, schema).description(description).build();
        return SyncToolSpecification.builder()
                .tool(tool)
                .callHandler((exchange, request) -> call(work, request))
                .build();
    }

    private static McpSchema.CallToolResult call(Work work, McpSchema.CallToolRequest request) {
        try {
            Map<String, Object> arguments = request.arguments();
            JsonObject in = Json.parseObject(Json.write(arguments == null ? Map.of() : arguments));
            return answer(Json.write(work.on(in)), false);
        } catch (StoreException e) {
            return answer(e.getMessage() + " " + e.advice(), true);
        } catch (IOException | IllegalArgumentException e) {
            return answer(Stream.of(e.getMessage()).findFirst().orElse("failed"), true);
        }
    }

    private static McpSchema.CallToolResult answer(String text, boolean wrong) {
        return McpSchema.CallToolResult.builder()
                .addTextContent(text)
                .isError(wrong)
                .build();
    }
}
