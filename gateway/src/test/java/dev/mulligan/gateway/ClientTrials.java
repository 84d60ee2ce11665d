package dev.mulligan.gateway;

import dev.mulligan.config.TranslationConfig;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.access.ApiKey;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.Patience;
import dev.mulligan.gateway.options.UpstreamSpec;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.simulator.FileEditReplies;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.SimRequest;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.text.Yaml;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One real client against one fault, with the gateway in between or without. A program of its own, since all of it runs
 * in a network namespace that has nothing but loopback: {@code ClientTrials CLIENT PROGRAM FOLDER < trials}, where each
 * line is {@code MODE SCRIPT}. Prints {@code EXIT EDITED REQUESTS MILLIS} for each.
 */
final class ClientTrials {

    static final Duration LONGEST = Duration.ofSeconds(100);

    /** Stalls are noticed after seconds instead of minutes; everything else is as users have it. */
    private static final Patience HASTY =
            HastyPatience.of(Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(20));

    private static final Set<FailureType> OUTAGE =
            Set.of(FailureType.OVERLOADED, FailureType.SERVER_ERROR, FailureType.TIMEOUT, FailureType.NETWORK);

    private ClientTrials() {}

    public static void main(String[] args) throws Exception {
        RealClient client = RealClient.valueOf(args[0]);
        Path program = Path.of(args[1]);
        Path folder = Path.of(args[2]);
        int number = 0;
        for (String line : new String(System.in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                .lines()
                .toList()) {
            String[] parts = line.split(" ", 2);
            Path place = Files.createDirectories(folder.resolve("trial-" + ++number));
            System.out.println(trial(client, program, place, parts[0], parts[1]));
            System.out.flush();
        }
        System.exit(0);
    }

    private static String trial(RealClient client, Path program, Path place, String mode, String script)
            throws Exception {
        Path file = Files.createDirectories(place.resolve("work")).resolve("hello.txt");
        Script faults = ScriptReader.read(Yaml.parse("trial", script));
        FileEditReplies edit = new FileEditReplies(file.toString(), "hello");
        try (ProviderSimulator simulator = ProviderSimulator.start(faults, edit);
                ProviderSimulator healthy = ProviderSimulator.start(Script.healthy(), edit)) {
            if (mode.equals("direct")) {
                return run(client, program, place, simulator.url(), List.of(simulator));
            }
            try (Gateway gateway = Gateway.start(facing(simulator)
                    .turnBuffering(mode.equals("buffered"))
                    .routes(routes(client, mode, simulator, healthy)))) {
                return run(client, program, place, "http://127.0.0.1:" + gateway.port(), List.of(simulator, healthy));
            }
        }
    }

    /** What the mode adds to the provider itself. */
    private static List<UpstreamSpec> routes(
            RealClient client, String mode, ProviderSimulator simulator, ProviderSimulator healthy) {
        String provider = client.provider();
        return switch (mode) {
            case "second-route" ->
                List.of(UpstreamSpec.of("second", provider, URI.create(healthy.url()))
                        .withKeys(List.of(new ApiKey("sk-second")))
                        .standingInFor(OUTAGE));
            case "second-key" ->
                List.of(UpstreamSpec.of("keys", provider, URI.create(simulator.url()))
                        .withKeys(List.of(new ApiKey("sk-empty"), new ApiKey("sk-full"))));
            case "translated" ->
                List.of(UpstreamSpec.of(
                                "other",
                                provider.equals("anthropic") ? "openai" : "anthropic",
                                URI.create(simulator.url()))
                        .withKeys(List.of(new ApiKey("sk-other")))
                        .translating(new TranslationConfig(Set.of(provider), false, Set.of("web_search"))));
            default -> List.of();
        };
    }

    private static GatewayOptions facing(ProviderSimulator simulator) {
        URI uri = URI.create(simulator.url());
        return GatewayOptions.standard()
                .listeningOn("127.0.0.1", 0)
                .upstream("anthropic", uri)
                .upstream("openai", uri)
                .upstream("gemini", uri)
                .policy(PolicyTemplates.get("patient"))
                .patience(HASTY);
    }

    private static String run(
            RealClient client, Path program, Path place, String url, List<ProviderSimulator> providers)
            throws IOException, InterruptedException {
        Path home = Files.createDirectories(place.resolve("home"));
        Map<String, String> environment = client.environment(home, url);
        ProcessBuilder builder = new ProcessBuilder(client.command(program))
                .directory(place.resolve("work").toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(place.resolve("stdout").toFile())
                .redirectError(place.resolve("stderr").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        long start = System.nanoTime();
        Process process = builder.start();
        boolean ended = process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        Path file = place.resolve("work/hello.txt");
        boolean edited = Files.exists(file) && Files.readString(file).equals("hello");
        List<SimRequest> requests = providers.stream()
                .flatMap(provider -> provider.requests().stream())
                .filter(request -> request.target().startsWith("/v1"))
                .toList();
        long different = requests.stream()
                .map(request -> request.target() + new String(request.body(), StandardCharsets.UTF_8))
                .distinct()
                .count();
        return String.format(
                Locale.ROOT,
                "%s %s %d %d %d",
                ended ? process.exitValue() : "killed",
                edited,
                requests.size(),
                different,
                millis);
    }
}
