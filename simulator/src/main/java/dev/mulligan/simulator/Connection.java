package dev.mulligan.simulator;

import dev.mulligan.provider.ErrorEnvelope;
import dev.mulligan.provider.GeminiPath;
import dev.mulligan.provider.RequestFacts;
import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.wire.ErrorTexts;
import dev.mulligan.simulator.wire.Frames;
import dev.mulligan.simulator.wire.RateHeaders;
import dev.mulligan.simulator.wire.SimulatedReply;
import dev.mulligan.simulator.wire.WireFormat;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Serves one connection, request after request, until somebody ends it. */
final class Connection {

    private final ProviderSimulator simulator;
    private final Socket socket;
    private final OutputStream out;
    private final BufferedInputStream in;

    Connection(ProviderSimulator simulator, Socket socket) throws IOException {
        this.simulator = simulator;
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    void serve() throws IOException, InterruptedException {
        SimulatedRequestReader reader = new SimulatedRequestReader(in);
        boolean more = true;
        while (more) {
            Optional<SimulatedRequestReader.Request> request = reader.next();
            more = request.isPresent() && answer(request.get());
        }
    }

    /** False when the connection is over. */
    private boolean answer(SimulatedRequestReader.Request request) throws IOException, InterruptedException {
        if (request.target().startsWith("/__sim/")) {
            Control.Answer answer = Control.answer(simulator, request);
            whole(answer.status(), "application/json", Json.write(answer.body()), Map.of());
            return true;
        }
        Optional<Wire> wire = Wire.ofPathBelow(path(request.target()));
        String body = new String(request.body(), StandardCharsets.UTF_8);
        Fault fault = simulator.faultFor(request, body);
        SimRequest seen = simulator.record(request, fault);
        try {
            pause(simulator.latency(request.key()));
            if (wire.isEmpty()) {
                return passThrough(request, fault);
            }
            return strike(new Exchange(wire.get(), request, body, "%06d".formatted(seen.number())), fault);
        } catch (IOException gone) {
            seen.left(simulator.now());
            throw gone;
        }
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Waits, and notices at once when the client hangs up meanwhile. */
    private void pause(Duration time) throws IOException, InterruptedException {
        if (time.isZero()) {
            return;
        }
        long end = System.nanoTime() + time.toNanos();
        socket.setSoTimeout(Math.toIntExact(Math.clamp(time.toMillis(), 1, Integer.MAX_VALUE)));
        in.mark(1);
        try {
            if (in.read() < 0) {
                throw new EOFException("the client hung up");
            }
            in.reset();
            Thread.sleep(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        } catch (SocketTimeoutException patient) {
            // Still there.
        } finally {
            socket.setSoTimeout(0);
        }
    }

    /** Everything else under the API answers something small, so that clients that look around are content. */
    private boolean passThrough(SimulatedRequestReader.Request request, Fault fault) throws IOException {
        if (request.method().equals("HEAD")) {
            whole(200, "application/json", "", Map.of());
            return true;
        }
        if (fault instanceof Fault.Status status) {
            whole(status.code(), "application/json", "{\"error\":{\"message\":\"simulated\"}}", status.headers());
            return true;
        }
        String answer = request.target().contains("count_tokens")
                ? "{\"input_tokens\":1200}"
                : "{\"object\":\"list\",\"data\":[{\"id\":\"sim-model\",\"type\":\"model\",\"object\":\"model\",\"display_name\":\"Sim\"}],\"has_more\":false}";
        whole(200, "application/json", answer, Map.of());
        return true;
    }

    /** One request with what is needed to answer it. */
    private final class Exchange {
        final Wire wire;
        final WireFormat format;
        final String model;
        final boolean streams;
        final String id;
        final String key;
        final SimulatedReply reply;

        Exchange(Wire wire, SimulatedRequestReader.Request request, String body, String id) {
            this.wire = wire;
            this.format = WireFormat.of(wire);
            this.id = id;
            this.key = request.key();
            RequestFacts facts = RequestFacts.of(request.body());
            this.model = (wire == Wire.GEMINI ? GeminiPath.model(request.target()) : facts.model()).orElse("sim-model");
            this.streams = wire == Wire.GEMINI ? GeminiPath.streams(request.target()) : facts.streams();
            this.reply = simulator.reply(wire, body);
        }

        Frames frames() {
            return format.stream(reply, model, id);
        }

        String error(int status) {
            return says(status, ErrorTexts.of(wire, status));
        }

        String says(int status, ErrorTexts.Text text) {
            JsonObject plain =
                    ErrorTexts.withRequestId(wire, ErrorEnvelope.body(wire, status, text.type(), text.message()));
            return Json.write(simulator.dialect().error(status, text.type(), text.message(), plain));
        }
    }

    private boolean strike(Exchange exchange, Fault fault) throws IOException, InterruptedException {
        return switch (fault) {
            case Fault.None none -> healthy(exchange, exchange.reply, Duration.ZERO);
            case Fault.Slow slow -> healthy(exchange, exchange.reply, slow.betweenPieces());
            case Fault.EmptyContent empty -> healthy(exchange, exchange.reply.empty(), Duration.ZERO);
            case Fault.Status status -> {
                whole(status.code(), "application/json", exchange.error(status.code()), status.headers());
                yield true;
            }
            case Fault.Answer answer -> {
                whole(answer.code(), answer.contentType(), answer.body(), answer.headers());
                yield true;
            }
            case Fault.NoCredit none -> {
                ErrorTexts.Text text = ErrorTexts.noCredit(exchange.wire);
                int status = exchange.wire == Wire.ANTHROPIC ? 400 : 429;
                whole(status, "application/json", exchange.says(status, text), Map.of());
                yield true;
            }
            case Fault.RateLimited limited -> {
                whole(
                        429,
                        "application/json",
                        exchange.error(429),
                        RateHeaders.refusing(exchange.wire, simulator.rateLeft(exchange.key)));
                yield true;
            }
            case Fault.HtmlBody html -> {
                whole(
                        200,
                        "text/html",
                        "<!DOCTYPE html><html><head><title>Gateway</title></head><body>Please sign in.</body></html>",
                        Map.of());
                yield true;
            }
            case Fault.EmptyBody empty -> {
                whole(200, exchange.streams ? "text/event-stream" : "application/json", "", Map.of());
                yield true;
            }
            case Fault.ResetBeforeHeaders reset -> reset();
            case Fault.CloseBeforeHeaders close -> false;
            case Fault.Stall stall -> {
                pause(stall.before());
                yield !stall.thenClose() && healthy(exchange, exchange.reply, Duration.ZERO);
            }
            case Fault.TruncatedBody truncated -> truncated(exchange);
            case Fault.NoTerminator none -> cut(exchange, exchange.frames().allButLast(), true);
            case Fault.ErrorEvent error -> {
                ErrorTexts.Text text = ErrorTexts.of(exchange.wire, 529);
                yield endingWith(
                        exchange, error.where(), ErrorEnvelope.event(exchange.wire, 503, error.type(), text.message()));
            }
            case Fault.MalformedEvent malformed ->
                endingWith(exchange, malformed.where(), exchange.format.malformedEvent());
            case Fault.CutStream cut -> cut(exchange, exchange.frames().before(cut.where()), true);
            case Fault.ResetStream broken -> {
                cut(exchange, exchange.frames().before(broken.where()), false);
                yield reset();
            }
            case Fault.StallStream stall -> {
                cut(exchange, exchange.frames().before(stall.where()), false);
                pause(stall.silence());
                yield false;
            }
        };
    }

    private boolean healthy(Exchange exchange, SimulatedReply reply, Duration betweenPieces)
            throws IOException, InterruptedException {
        if (!exchange.streams) {
            whole(
                    200,
                    "application/json",
                    Json.write(exchange.format.json(reply, exchange.model, exchange.id)),
                    rateHeaders(exchange));
            return true;
        }
        startStream(exchange);
        for (String frame :
                exchange.format.stream(reply, exchange.model, exchange.id).all()) {
            chunk(frame);
            pause(betweenPieces);
        }
        endChunks();
        return true;
    }

    private boolean endingWith(Exchange exchange, Fault.Where where, String lastFrame) throws IOException {
        cut(exchange, exchange.frames().before(where), false);
        chunk(lastFrame);
        endChunks();
        return true;
    }

    /** Sends these frames; then a clean end of the body, or none yet. */
    private boolean cut(Exchange exchange, List<String> frames, boolean end) throws IOException {
        startStream(exchange);
        for (String frame : frames) {
            chunk(frame);
        }
        if (end) {
            endChunks();
        }
        return end;
    }

    private boolean truncated(Exchange exchange) throws IOException {
        byte[] body = Json.write(exchange.format.json(exchange.reply, exchange.model, exchange.id))
                .getBytes(StandardCharsets.UTF_8);
        head(200, Map.of("content-type", "application/json", "content-length", String.valueOf(body.length)));
        out.write(body, 0, body.length / 2);
        out.flush();
        return false;
    }

    private boolean reset() throws IOException {
        // Closing with unsent data discarded makes the kernel send a reset instead of a polite end.
        socket.setSoLinger(true, 0);
        socket.close();
        return false;
    }

    private Map<String, String> rateHeaders(Exchange exchange) {
        return RateHeaders.of(exchange.wire, simulator.rateLeft(exchange.key));
    }

    private void whole(int status, String type, String body, Map<String, String> headers) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("content-type", type);
        all.put("content-length", String.valueOf(bytes.length));
        head(status, all);
        out.write(bytes);
        out.flush();
    }

    private void startStream(Exchange exchange) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>(rateHeaders(exchange));
        headers.put("content-type", "text/event-stream");
        headers.put("transfer-encoding", "chunked");
        head(200, headers);
        out.flush();
    }

    private void head(int status, Map<String, String> headers) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" Simulated\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private void chunk(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.write(bytes);
        out.write("\r\n".getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private void endChunks() throws IOException {
        out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }
}
