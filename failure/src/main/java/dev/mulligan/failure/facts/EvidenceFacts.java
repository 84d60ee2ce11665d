package dev.mulligan.failure.facts;

import dev.mulligan.failure.Evidence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evidence in one shape for the matcher.
 *
 * @param status the HTTP status, or -1
 * @param process how a command ended; {@link CommandEnd#NONE} for other evidence
 * @param parts the texts that may name a cause
 * @param hints weaker evidence, used when the texts are silent: class name, headers that carry codes
 */
public record EvidenceFacts(
        Evidence.Form form,
        int status,
        CommandEnd process,
        List<Part> parts,
        List<Part> hints,
        Map<String, String> headers,
        Optional<Instant> receivedAt) {

    static final int NONE = -1;

    public record Part(String name, String text) {}

    /**
     * How a command ended.
     *
     * @param exit the exit code, or -1
     * @param signal the signal's name, or empty
     * @param agent whether the command is a coding agent
     */
    public record CommandEnd(int exit, String signal, String command, boolean agent) {
        static final CommandEnd NONE = new CommandEnd(EvidenceFacts.NONE, "", "", false);
    }

    public int exit() {
        return process.exit;
    }

    public String signal() {
        return process.signal;
    }

    public String command() {
        return process.command;
    }

    public boolean agent() {
        return process.agent;
    }

    public static EvidenceFacts of(Evidence evidence) {
        return switch (evidence) {
            case Evidence.Http http ->
                answer(Evidence.Form.HTTP, http.status(), http.headers(), new Part("body", http.body()), evidence);
            case Evidence.Stream stream ->
                answer(
                        Evidence.Form.STREAM,
                        stream.status(),
                        stream.headers(),
                        new Part("events", stream.events()),
                        evidence);
            case Evidence.Thrown thrown ->
                new EvidenceFacts(
                        Evidence.Form.EXCEPTION,
                        thrown.status().orElse(NONE),
                        CommandEnd.NONE,
                        List.of(new Part("text", thrown.text())),
                        thrown.className().isEmpty()
                                ? List.of()
                                : List.of(new Part("class", thrown.className().get())),
                        Map.of(),
                        thrown.receivedAt());
            case Evidence.Exited exited -> process(exited);
        };
    }

    private static EvidenceFacts process(Evidence.Exited exited) {
        boolean agent = CommandLine.isAgent(exited.command());
        String stdout = agent ? AgentOutput.errorReport(exited.stdout()) : exited.stdout();
        String stderr = agent ? AgentOutput.errorReport(exited.stderr()) : exited.stderr();
        return new EvidenceFacts(
                Evidence.Form.PROCESS,
                NONE,
                new CommandEnd(exited.exitCode().orElse(NONE), exited.signal().orElse(""), exited.command(), agent),
                List.of(new Part("stdout", stdout), new Part("stderr", stderr)),
                List.of(),
                Map.of(),
                exited.receivedAt());
    }

    private static EvidenceFacts answer(
            Evidence.Form form, int status, Map<String, String> headers, Part text, Evidence evidence) {
        String codes = CauseHeaders.codes(headers);
        return new EvidenceFacts(
                form,
                status,
                CommandEnd.NONE,
                List.of(text),
                codes.isEmpty() ? List.of() : List.of(new Part("headers", codes)),
                headers,
                evidence.receivedAt());
    }

    public boolean answered() {
        return (form == Evidence.Form.HTTP || form == Evidence.Form.STREAM) && status >= 200 && status < 300;
    }
}
