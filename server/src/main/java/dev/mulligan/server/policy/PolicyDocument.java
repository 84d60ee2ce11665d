package dev.mulligan.server.policy;

import dev.mulligan.failure.ErrorType;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.Backoff;
import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.policy.Jitter;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.server.http.Problem;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A policy as the REST API has it: times in seconds, errors by their eight public names. */
public final class PolicyDocument {

    /** Written by us, and welcome back unchanged. */
    static final List<String> SHOWN_ONLY = List.of("id", "delays", "warnings", "inherited", "changed", "version");

    private static final Set<String> FIELDS = Set.of(
            "name",
            "maxRetries",
            "maxAttempts",
            "backoffBase",
            "backoffMultiplier",
            "maxBackoff",
            "retryableErrors",
            "autoEscalate",
            "escalateAfterRetries",
            "backoff",
            "jitter",
            "attemptTimeout",
            "deadline");

    /**
     * The same call again is not worth it after these; who asks for it all the same is taken at their word. After a
     * content filter only the client can say it in other words.
     */
    private static final Set<FailureType> POINTLESS = EnumSet.of(
            FailureType.CONTENT_FILTER,
            FailureType.AUTH_ERROR,
            FailureType.QUOTA_EXHAUSTED,
            FailureType.INVALID_REQUEST,
            FailureType.MODEL_UNAVAILABLE,
            FailureType.CONTEXT_LIMIT);

    private PolicyDocument() {}

    public static List<String> errorNames() {
        return Arrays.stream(ErrorType.values()).map(ErrorType::wireName).toList();
    }

    public static Map<String, Object> of(String id, RetryPolicy policy) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("id", id);
        document.put("name", policy.name());
        document.put("maxRetries", policy.maxAttempts() - 1);
        document.put("maxAttempts", policy.maxAttempts());
        document.put("backoffBase", seconds(policy.backoff().base()));
        document.put("backoffMultiplier", policy.backoff().factor());
        document.put("maxBackoff", seconds(policy.backoff().cap()));
        document.put("retryableErrors", retried(policy));
        document.put("autoEscalate", policy.escalateAfter() > 0);
        document.put("escalateAfterRetries", policy.escalateAfter());
        document.put("backoff", policy.backoff().kind().wireName());
        document.put("jitter", policy.backoff().jitter().wireName());
        document.put("attemptTimeout", policy.attemptTimeout().map(PolicyDocument::seconds));
        document.put("deadline", policy.deadline().map(PolicyDocument::seconds));
        document.put(
                "delays",
                policy.plainDelays().stream()
                        .limit(60)
                        .map(PolicyDocument::seconds)
                        .toList());
        return document;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static List<String> retried(RetryPolicy policy) {
        return Arrays.stream(ErrorType.values())
                .filter(error -> typesOf(error).stream()
                        .anyMatch(type -> policy.alwaysRetry().contains(type)
                                || (policy.retryOn().contains(type) && !POINTLESS.contains(type))))
                .map(ErrorType::wireName)
                .toList();
    }

    private static List<FailureType> typesOf(ErrorType error) {
        return Arrays.stream(FailureType.values())
                .filter(type -> type != FailureType.CANCELLED && type.usualErrorType() == error)
                .toList();
    }

    /** The policy with what the document says laid over it; what it does not name stays. */
    public static RetryPolicy over(RetryPolicy before, JsonObject document) {
        document.members().keySet().stream()
                .filter(name -> !FIELDS.contains(name) && !SHOWN_ONLY.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Problem.field(name, name + ": is not a field of a policy");
                });
        try {
            RetryPolicy policy = before.maxAttempts(attempts(before, document)).backoff(backoff(before, document));
            policy = errors(policy, document);
            policy = escalation(policy, document);
            policy = times(policy, document);
            if (document.get("name") != null && document.text("name").isEmpty()) {
                throw Problem.field("name", "name: a text is expected");
            }
            Optional<String> name = document.text("name").filter(text -> !text.isBlank());
            return name.isPresent() ? policy.named(name.get()) : policy;
        } catch (InvalidPolicyException e) {
            String name = publicName(e.field());
            String said = String.valueOf(e.getMessage());
            throw Problem.field(
                    name,
                    said.startsWith(e.field()) ? name + said.substring(e.field().length()) : said);
        }
    }

    /** What files and flags call by another name. */
    static String publicName(String field) {
        return switch (field) {
            case "base" -> "backoffBase";
            case "factor" -> "backoffMultiplier";
            case "cap" -> "maxBackoff";
            case "escalateAfter" -> "escalateAfterRetries";
            default -> field;
        };
    }

    private static int attempts(RetryPolicy before, JsonObject document) {
        OptionalInt retries = whole(document, "maxRetries");
        OptionalInt tries = whole(document, "maxAttempts");
        if (retries.isEmpty() && tries.isEmpty()) {
            return before.maxAttempts();
        }
        // A document that was read, had one of the two changed and was sent back: the changed one counts.
        boolean retriesChanged = retries.isPresent() && retries.getAsInt() + 1 != before.maxAttempts();
        boolean triesChanged = tries.isPresent() && tries.getAsInt() != before.maxAttempts();
        if (retriesChanged && triesChanged && retries.getAsInt() + 1 != tries.getAsInt()) {
            throw Problem.field(
                    "maxRetries",
                    "maxRetries: " + retries.getAsInt() + " retries are " + (retries.getAsInt() + 1)
                            + " attempts, and maxAttempts says " + tries.getAsInt());
        }
        if (retriesChanged && retries.getAsInt() < 0) {
            throw Problem.field("maxRetries", "maxRetries: " + retries.getAsInt() + ": is at least 0");
        }
        return retriesChanged ? retries.getAsInt() + 1 : triesChanged ? tries.getAsInt() : before.maxAttempts();
    }

    private static Backoff backoff(RetryPolicy before, JsonObject document) {
        Backoff old = before.backoff();
        Backoff.Kind kind = document.has("backoff")
                ? Backoff.Kind.ofWireName(document.text("backoff", ""))
                        .orElseThrow(() -> Problem.field("backoff", "backoff: is exponential, linear or fixed"))
                : old.kind();
        Jitter jitter = document.has("jitter")
                ? Jitter.ofWireName(document.text("jitter", ""))
                        .orElseThrow(() -> Problem.field("jitter", "jitter: is off, ten_percent, full or decorrelated"))
                : old.jitter();
        Duration base = duration(document, "backoffBase").orElse(old.base());
        Duration cap = duration(document, "maxBackoff").orElse(old.cap());
        double factor = number(document, "backoffMultiplier").orElse(old.factor());
        return new Backoff(kind, base, factor, cap, jitter);
    }

    private static RetryPolicy errors(RetryPolicy policy, JsonObject document) {
        if (!document.has("retryableErrors")) {
            return policy;
        }
        if (!(document.get("retryableErrors") instanceof List<?> names)) {
            throw Problem.field("retryableErrors", "retryableErrors: a list is expected");
        }
        EnumSet<FailureType> on = EnumSet.noneOf(FailureType.class);
        EnumSet<FailureType> always = EnumSet.noneOf(FailureType.class);
        for (Object name : names) {
            List<FailureType> types = typesOf(error(name));
            on.addAll(types);
            types.stream().filter(POINTLESS::contains).forEach(always::add);
        }
        return policy.retryOn(on).alwaysRetry(always);
    }

    private static ErrorType error(@Nullable Object name) {
        return Arrays.stream(ErrorType.values())
                .filter(error -> error.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.field(
                        "retryableErrors",
                        "retryableErrors: '" + name + "' is not one of " + String.join(", ", errorNames())));
    }

    private static RetryPolicy escalation(RetryPolicy policy, JsonObject document) {
        OptionalInt after = whole(document, "escalateAfterRetries");
        Optional<Boolean> auto = document.truth("autoEscalate");
        if (auto.isEmpty() && document.get("autoEscalate") != null) {
            throw Problem.field("autoEscalate", "autoEscalate: true or false is expected");
        }
        if (auto.isPresent() && !auto.get()) {
            return policy.escalateAfter(0);
        }
        if (auto.isPresent() && after.orElse(0) == 0) {
            return policy.escalateAfter(Math.max(1, policy.maxAttempts() - 1));
        }
        return after.isPresent() ? policy.escalateAfter(after.getAsInt()) : policy;
    }

    private static RetryPolicy times(RetryPolicy policy, JsonObject document) {
        RetryPolicy with = policy;
        if (document.has("attemptTimeout")) {
            with = with.timeLimits(duration(document, "attemptTimeout"), with.deadline());
        }
        if (document.has("deadline")) {
            with = with.timeLimits(with.attemptTimeout(), duration(document, "deadline"));
        }
        return with;
    }

    private static Optional<Double> number(JsonObject document, String name) {
        Object value = document.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
            return Optional.of(number.doubleValue());
        }
        throw Problem.field(name, name + ": a number is expected");
    }

    private static OptionalInt whole(JsonObject document, String name) {
        Optional<Double> number = number(document, name);
        if (number.isEmpty()) {
            return OptionalInt.empty();
        }
        if (number.get() != Math.rint(number.get()) || Math.abs(number.get()) > 1e9) {
            throw Problem.field(name, name + ": a whole number is expected");
        }
        return OptionalInt.of(number.get().intValue());
    }

    private static Optional<Duration> duration(JsonObject document, String name) {
        return number(document, name).map(seconds -> {
            if (Math.abs(seconds) > 1e8) {
                throw Problem.field(name, name + ": is longer than any wait can be");
            }
            return Duration.ofMillis(Math.round(seconds * 1000));
        });
    }
}
