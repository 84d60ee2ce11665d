package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows as the clients write them: the failures in them reach the report, the prompts and keys reach nothing. */
class ImportCommandTest {

    private static final String KEY = "sk-ant-api03-" + "x1Y2z3".repeat(12);

    @TempDir
    Path folder;

    private final Instant start = Instant.now().minus(2, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);

    @Test
    void claudesRetriesAndFailuresAreCountedOnceAndNoPromptIsKept() throws Exception {
        Path file =
                Files.createDirectories(folder.resolve("claude/-home-me-shop")).resolve("s-1.jsonl");
        Files.writeString(
                file,
                String.join("\n", """
                {"type":"user","timestamp":"@0","cwd":"/home/me/shop","message":{"content":"the secret plan"}}
                {"type":"system","subtype":"api_error","timestamp":"@1","error":{"status":529,"formatted":"529 Overloaded"},"retryInMs":600}
                {"type":"system","subtype":"api_error","timestamp":"@2","error":{"connection":{"code":"StreamTruncated"}},"retryInMs":900}
                {"type":"assistant","timestamp":"@4","message":{"id":"m1","model":"claude-sonnet-4-5","content":[{"type":"text","text":"the secret answer"}],"usage":{"input_tokens":1000,"output_tokens":50}}}
                {"type":"assistant","timestamp":"@4","message":{"id":"m1","model":"claude-sonnet-4-5","content":[],"usage":{"input_tokens":1000,"output_tokens":50}}}
                {"type":"something-new","timestamp":"@5"}
                half a ro""", """
                {"type":"assistant","timestamp":"@9","isApiErrorMessage":true,"apiErrorStatus":401,"error":"authentication_failed","message":{"id":"m2","model":"<synthetic>","content":[{"type":"text","text":"Invalid API key %s"}]}}
                """.formatted(KEY))
                        .replaceAll("@(\\d)", start.toString().substring(0, 18) + "$1Z"));

        Cli first = imports("claude-code", "claude");
        Cli again = imports("claude-code", "claude");

        assertThat(first.out())
                .as(first.err())
                .contains("1 session, 2 requests, 2 of them new")
                .contains("1 failed for good, 1 were saved by the client itself: 1 overloaded, 1 network, 1 auth error")
                .contains("1 of 8 rows could not be read");
        assertThat(again.out()).contains("2 requests, 0 of them new");
        JsonObject report = report();
        assertThat(report.object("total").orElseThrow().number("requests")).hasValue(2);
        assertThat(report.object("total").orElseThrow().number("retries")).hasValue(2);
        assertThat(report.object("total").orElseThrow().number("inputTokens")).hasValue(1000);
        assertThat(report.toString()).contains("auth_error").contains("shop");
        assertThat(Files.readString(folder.resolve("store.db"), StandardCharsets.ISO_8859_1))
                .doesNotContain(KEY)
                .doesNotContain("secret plan", "secret answer");
    }

    @Test
    void requestsThatClaudeSentAgainInAnotherMannerHadFailed() throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve("claude/-home-me-shop")).resolve("s-2.jsonl"),
                """
                {"type":"user","timestamp":"@0","cwd":"/home/me/shop","message":{"content":"x"}}
                {"type":"api-request","timestamp":"@1","id":"r1","requestDigest":"d1"}
                {"type":"api-request","timestamp":"@2","id":"r2","base":"r1","requestDigest":"d2"}
                {"type":"assistant","timestamp":"@3","message":{"id":"m1","model":"claude-sonnet-4-5","usage":{"input_tokens":9,"output_tokens":5}}}
                {"type":"api-request","timestamp":"@4","id":"r3","base":"r2","requestDigest":"d3"}
                {"type":"api-request","timestamp":"@5","id":"other","requestDigest":"d9"}
                {"type":"assistant","timestamp":"@6","message":{"id":"m2","model":"claude-sonnet-4-5","usage":{"input_tokens":9,"output_tokens":5}}}
                """.replaceAll("@(\\d)", start.toString().substring(0, 18) + "$1Z"));

        assertThat(imports("claude-code", "claude").out())
                .contains("1 session, 2 requests")
                .contains("0 failed for good, 1 were saved by the client itself: 1 unknown");
    }

    @Test
    void aStreamThatBrokeAndEndedCodexsTurnIsOneFailureAndNotTwo() throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve("codex/2026")).resolve("rollout-2.jsonl"),
                """
                {"timestamp":"@0","type":"session_meta","payload":{"id":"t-2","cwd":"/home/me/shop"}}
                {"timestamp":"@0","type":"event_msg","payload":{"type":"task_started"}}
                {"timestamp":"@1","type":"event_msg","payload":{"type":"token_count","info":null}}
                {"timestamp":"@2","type":"event_msg","payload":{"type":"token_count","info":null}}
                {"timestamp":"@3","type":"event_msg","payload":{"type":"task_complete","error":{"message":"stream disconnected before completion: stream closed before response.completed","codex_error_info":"other"}}}
                """.replaceAll("@(\\d)", start.toString().substring(0, 18) + "$1Z"));

        assertThat(imports("codex", "codex").out()).contains("1 failed for good");
        JsonObject total = report().object("total").orElseThrow();
        assertThat(total.number("retries")).hasValue(1);
        assertThat(total.number("failures")).hasValue(1);
    }

    @Test
    void codexAndGeminiAreReadAsFarAsTheyTell() throws Exception {
        Files.writeString(
                Files.createDirectories(folder.resolve("codex/2026")).resolve("rollout-1.jsonl"),
                """
                {"timestamp":"@0","type":"session_meta","payload":{"id":"t-1","cwd":"/home/me/shop"}}
                {"timestamp":"@0","type":"turn_context","payload":{"model":"gpt-5.1-codex"}}
                {"timestamp":"@0","type":"event_msg","payload":{"type":"task_started"}}
                {"timestamp":"@1","type":"event_msg","payload":{"type":"token_count","info":null}}
                {"timestamp":"@2","type":"token_usage_record","payload":{"usage":{"input_tokens":2000,"cached_input_tokens":800,"output_tokens":60}}}
                {"timestamp":"@3","type":"event_msg","payload":{"type":"task_complete","error":{"message":"unexpected status 503","codex_error_info":{"http_connection_failed":{"http_status_code":503}}}}}
                """.replaceAll("@(\\d)", start.toString().substring(0, 18) + "$1Z"));
        Files.writeString(
                Files.createDirectories(folder.resolve("gemini/shop/chats")).resolve("session-1.jsonl"),
                """
                {"sessionId":"g-1","projectHash":"x"}
                {"id":"u","timestamp":"@0","type":"user","content":"x"}
                {"id":"a","timestamp":"@1","type":"gemini","model":"gemini-2.5-pro","tokens":null}
                {"id":"b","timestamp":"@2","type":"gemini","model":"gemini-2.5-pro","tokens":{"input":10,"output":2,"cached":0}}
                {"id":"b","timestamp":"@2","type":"gemini","model":"gemini-2.5-pro","tokens":{"input":10,"output":2,"cached":0}}
                """.replaceAll("@(\\d)", start.toString().substring(0, 18) + "$1Z"));

        assertThat(imports("codex", "codex").out())
                .contains("1 session, 2 requests")
                .contains("1 failed for good, 1 were saved by the client itself")
                .contains("1 unknown");
        assertThat(imports("gemini", "gemini").out())
                .contains("1 session, 2 requests")
                .contains("1 failed for good");
        assertThat(report().object("total").orElseThrow().number("failures")).hasValue(2);
        assertThat(Cli.run("import", "aider").err()).contains("There are claude-code, codex, gemini.");
    }

    private Cli imports(String client, String from) {
        return Cli.run(
                "import",
                client,
                "--from",
                folder.resolve(from).toString(),
                "--store",
                folder.resolve("store.db").toString(),
                "--home",
                folder.resolve(".mulligan").toString());
    }

    private JsonObject report() {
        return Json.parseObject(Cli.run(
                        "report",
                        "--json",
                        "--store",
                        folder.resolve("store.db").toString(),
                        "--home",
                        folder.resolve(".mulligan").toString())
                .out());
    }
}
