package dev.mulligan.policy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The policies that ship, by name. */
public final class PolicyTemplates {

    private static final Duration USAGE_WINDOW = Duration.ofDays(8);

    private static final Map<String, Template> ALL = build();

    /** A policy and whom it is for. */
    public record Template(RetryPolicy policy, String purpose) {}

    private PolicyTemplates() {}

    /** All of them, in the order of the manual. */
    public static Map<String, Template> all() {
        return ALL;
    }

    /** The template of this name, if there is one. */
    public static Optional<RetryPolicy> find(String name) {
        return Optional.ofNullable(ALL.get(name)).map(Template::policy);
    }

    /** The policy of that name, or an error that lists the names there are. */
    public static RetryPolicy get(String name) {
        return find(name)
                .orElseThrow(() -> new InvalidPolicyException(
                        "template", name, "is not known; there are " + String.join(", ", ALL.keySet())));
    }

    /** The policy of a plan step by its action: its own type, never for anything about security, else the default. */
    public static RetryPolicy forAction(String action) {
        if (TextMatches.containsIgnoringCase(action, "security")) {
            return get("security");
        }
        return find(action).orElseGet(() -> get("default"));
    }

    private static Map<String, Template> build() {
        Map<String, Template> all = new LinkedHashMap<>();
        add(all, "default", exponential(1, 30).maxAttempts(4), "provider calls in sessions");
        add(all, "provider-api", exponential(1, 10).maxAttempts(4), "API agents");
        add(
                all,
                "run_tests",
                exponential(2, 30).maxAttempts(5).retryText(texts("test failed", "assertion", "expect")),
                "steps that run tests");
        add(
                all,
                "install_deps",
                RetryPolicy.linear(Duration.ofMillis(500))
                        .maxAttempts(3)
                        .retryText(
                                List.of(TextRule.of("ECONNRESET"), TextRule.of("ETIMEDOUT"), new TextRule("404", 2))),
                "steps that install dependencies; a 404 is tried once more, since mirrors lag");
        add(
                all,
                "create_file",
                RetryPolicy.fixed(Duration.ofSeconds(2)).maxAttempts(2).retryText(texts("EEXIST", "EACCES")),
                "steps that write files");
        add(all, "test", atOnce(3), "operation: tests, with a fix between tries");
        add(all, "review", atOnce(2), "operation: review, with feedback applied between tries");
        add(all, "build", atOnce(2), "operation: build, one retry for transient causes");
        add(all, "security", RetryPolicy.never(), "security checks: never retried");
        add(
                all,
                "patient",
                RetryPolicy.of(Backoff.exponential(Duration.ofMillis(500)).capped(Duration.ofSeconds(15)))
                        .maxAttempts(8)
                        .maxServerWait(Duration.ofMinutes(10)),
                "gateways in front of agents that give up early");
        add(
                all,
                "aggressive",
                RetryPolicy.of(Backoff.exponential(Duration.ofMillis(250)).capped(Duration.ofSeconds(20)))
                        .maxAttempts(6),
                "work that matters more than the load it causes");
        add(all, "conservative", exponential(5, 60).maxAttempts(2), "one careful second try");
        add(
                all,
                "unattended",
                exponential(1, 300).maxAttempts(50).maxServerWait(USAGE_WINDOW),
                "nights and weekends: waits out usage windows");
        add(all, "off", RetryPolicy.never(), "no retry at all");
        return Collections.unmodifiableMap(all);
    }

    private static void add(Map<String, Template> all, String name, RetryPolicy policy, String purpose) {
        all.put(name, new Template(policy.named(name), purpose));
    }

    private static RetryPolicy exponential(long baseSeconds, long capSeconds) {
        return RetryPolicy.of(
                Backoff.exponential(Duration.ofSeconds(baseSeconds)).capped(Duration.ofSeconds(capSeconds)));
    }

    /** What differs between these attempts is a fix, not the time. A wait that the far side states is still kept. */
    private static RetryPolicy atOnce(int tries) {
        return RetryPolicy.of(Backoff.NONE).maxAttempts(tries);
    }

    private static List<TextRule> texts(String... texts) {
        return Arrays.stream(texts).map(TextRule::of).toList();
    }
}
