package dev.mulligan.gateway;

import dev.mulligan.gateway.ScriptedUpstream.Step;
import java.nio.charset.StandardCharsets;

/** What providers say. */
// Line ends are what these texts are about.
@SuppressWarnings("StringConcatToTextBlock")
final class Replies {

    static final String GOOD_JSON = """
            {"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[{"type":"text","text":"Hello"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1000,"output_tokens":500}}""";
    static final String GOOD_CHAT = """
            {"id":"c1","object":"chat.completion","created":1,"model":"gpt-6-sol","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}""";
    static final String OVERLOADED = """
            {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_up"}""";
    static final String START = event("message_start", """
            {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1000,"output_tokens":1}}}""");
    static final String PING = event("ping", "{\"type\":\"ping\"}");
    static final String BLOCK = event(
            "content_block_start",
            "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}");
    static final String DELTA = event(
            "content_block_delta",
            "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hello\"}}");
    static final String STOP = event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}")
            + event(
                    "message_delta",
                    "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":500}}")
            + event("message_stop", "{\"type\":\"message_stop\"}");
    static final String ERROR = event("error", OVERLOADED);
    static final String GOOD_STREAM = START + PING + BLOCK + DELTA + STOP;

    private Replies() {}

    static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }

    static Step json(String body) {
        return status(200, body);
    }

    static Step status(int status, String body, String... headers) {
        StringBuilder more = new StringBuilder();
        for (String header : headers) {
            more.append(header).append("\r\n");
        }
        return (seen, line) -> line.write("HTTP/1.1 " + status + " Whatever\r\ncontent-type: application/json\r\n"
                + more + "content-length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    static Step overloaded() {
        return status(529, OVERLOADED, "request-id: req_up");
    }

    /** A stream in these chunks, ended properly. */
    static Step stream(String... chunks) {
        return (seen, line) -> {
            openStream(line, chunks);
            line.write("0\r\n\r\n");
        };
    }

    static Step streamThenReset(String... chunks) {
        return (seen, line) -> {
            openStream(line, chunks);
            // The bytes must be on their way before the reset overtakes them.
            Thread.sleep(50);
            line.reset();
        };
    }

    static Step streamThenWait(String... chunks) {
        return (seen, line) -> {
            openStream(line, chunks);
            line.awaitHangUp();
        };
    }

    static void openStream(ScriptedUpstream.Line line, String... chunks) throws java.io.IOException {
        line.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nrequest-id: req_up\r\n"
                + "transfer-encoding: chunked\r\n\r\n");
        for (String chunk : chunks) {
            line.chunk(chunk);
        }
    }

    static Step reset() {
        return (seen, line) -> line.reset();
    }

    static Step idleTimeout() {
        return (seen, line) -> line.awaitHangUp();
    }
}
