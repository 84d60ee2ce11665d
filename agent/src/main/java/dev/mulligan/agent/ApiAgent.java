package dev.mulligan.agent;

import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.escalate.Models;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A provider's API as an agent: it sees the files in its prompt and answers with a patch. It has no tools and no loop of
 * its own, and it tries once: trying again is for the kernel, or for the gateway behind the address.
 */
public final class ApiAgent implements Agent {

    private static final int MAX_PROMPT_TOKENS = 60_000;
    private static final int LONGEST_ERROR = 8_000;

    private final String name;
    private final ApiWire wire;
    private final URI address;
    private final String model;
    private final Map<String, String> environment;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * @param provider {@code anthropic} or {@code openai}
     * @param url where it is; empty for the variable the provider's own clients use, then its public address
     * @param environment where the key comes from; it goes into the header and nowhere else
     */
    public ApiAgent(String name, String provider, Optional<String> url, String model, Map<String, String> environment) {
        this.name = name;
        this.wire = ApiWire.of(provider);
        this.address = wire.address(url, environment);
        this.model = model;
        this.environment = Environment.forAgent("api", provider, environment, List.of());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AgentResult run(AgentTask task, OutputListener listener) throws InterruptedException {
        String chosen = task.model().orElse(model);
        String prompt = task.prompt().text(MAX_PROMPT_TOKENS);
        String question =
                prompt + FileContext.of(task.workspace(), prompt, Environment.forVerifier(environment, List.of()));
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(task.limits().timeout())
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(wire.body(chosen, question, task.temperature())));
        wire.headers(environment).forEach(request::header);
        // A gateway on the way keeps the requests of one step together by these.
        header(request, "x-session-id", task.environment().getOrDefault("MULLIGAN_SESSION", ""));
        header(request, "x-mulligan-project", task.environment().getOrDefault("MULLIGAN_PROJECT", ""));
        if (!ApiWire.isProvider(address)) {
            RunPosition.in(task.environment())
                    .ifPresent(place -> place.headers().forEach((name, value) -> header(request, name, value)));
        }
        try {
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            return read(response, chosen, listener);
        } catch (HttpTimeoutException e) {
            return failed(ProcessEnding.TIMED_OUT, "API Error: the request timed out", chosen);
        } catch (IOException e) {
            return failed(ProcessEnding.EXITED, "API Error: connection error: " + e, chosen);
        }
    }

    private static void header(HttpRequest.Builder request, String name, String value) {
        boolean plain = !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c < 127);
        if (plain) {
            request.header(name, value);
        }
    }

    private AgentResult read(HttpResponse<InputStream> response, String chosen, OutputListener listener)
            throws IOException {
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                String text = new String(body.readNBytes(LONGEST_ERROR), StandardCharsets.UTF_8);
                return failed(
                        ProcessEnding.EXITED,
                        "API Error: " + response.statusCode() + " " + text,
                        chosen,
                        Optional.of(
                                new Evidence.Http(response.statusCode(), headers(response), text).at(Instant.now())));
            }
            ApiAnswer reply = wire.read(body, line -> listener.on("stdout", line));
            if (!reply.error().isEmpty()) {
                return failed(ProcessEnding.EXITED, "API Error: " + reply.error(), chosen);
            }
            return new AgentResult(
                    new ProcessResult(ProcessEnding.EXITED, OptionalInt.of(0), reply.text(), ""),
                    name + " " + chosen,
                    reply.text(),
                    Optional.empty(),
                    Optional.of(reply.complete() ? FinalWord.SUCCESS : FinalWord.LIMIT_REACHED),
                    new AgentResult.Effort(
                            OptionalInt.of(1),
                            reply.usage(),
                            Models.standard()
                                    .find(chosen)
                                    .map(known -> known.prices().of(reply.usage()))),
                    List.of(),
                    Optional.empty());
        }
    }

    private static Map<String, String> headers(HttpResponse<?> response) {
        Map<String, String> headers = new TreeMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
        return headers;
    }

    private AgentResult failed(ProcessEnding ending, String error, String chosen) {
        return failed(ending, error, chosen, Optional.empty());
    }

    private AgentResult failed(ProcessEnding ending, String error, String chosen, Optional<Evidence> answer) {
        return new AgentResult(
                new ProcessResult(ending, OptionalInt.of(1), "", error),
                name + " " + chosen,
                "",
                Optional.empty(),
                Optional.of(FinalWord.ERROR),
                AgentResult.Effort.UNKNOWN,
                List.of(),
                answer);
    }
}
