package dev.mulligan.gateway.options;

import dev.mulligan.config.TranslationConfig;
import dev.mulligan.config.UpstreamConfig;
import dev.mulligan.failure.FailureType;
import dev.mulligan.gateway.access.ApiKey;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One address that can answer requests of a provider's wire.
 *
 * @param provider whose wire it speaks: {@code anthropic}, {@code openai} or {@code gemini}
 * @param keys its own keys, each an account with limits of its own; empty when it needs none
 * @param clientKey whether it gets the client's own credentials instead; only where the client's key belongs here
 * @param keyHeader the header a key is sent in; a key in {@code authorization} is sent as {@code Bearer}
 * @param headers sent with every request
 * @param models what it calls a model, by the name clients use
 * @param on the failures of other upstreams it stands in for; empty when it is used from the start
 * @param weight its share of new sessions among those used from the start
 * @param account upstreams with the same account accept each other's signed and stored state
 * @param translation whose clients it answers, too
 */
public record UpstreamSpec(
        String name,
        String provider,
        URI address,
        List<ApiKey> keys,
        boolean clientKey,
        String keyHeader,
        Map<String, String> headers,
        Map<String, String> models,
        Set<FailureType> on,
        int weight,
        Optional<String> account,
        TranslationConfig translation) {

    public UpstreamSpec {
        keys = List.copyOf(keys);
        headers = Map.copyOf(headers);
        models = Map.copyOf(models);
        on = Set.copyOf(on);
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!http || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "upstream " + name + ": '" + address + "' is not an address such as https://api.example.com");
        }
        if (!keys.isEmpty() && clientKey) {
            throw new IllegalArgumentException(
                    "upstream " + name + ": it has keys of its own or the client's, not both");
        }
        if (clientKey && !translation.clients().isEmpty()) {
            throw new IllegalArgumentException("upstream " + name
                    + ": it answers clients of another provider, so it cannot get the key that they send");
        }
        if (weight < 1) {
            throw new IllegalArgumentException("upstream " + name + ": weight is " + weight + ", but at least 1");
        }
    }

    /** The provider itself, called with the key that the client sends. */
    public static UpstreamSpec ofProvider(String provider, URI address) {
        return new UpstreamSpec(
                provider,
                provider,
                address,
                List.of(),
                true,
                usualKeyHeader(provider),
                Map.of(),
                Map.of(),
                Set.of(),
                1,
                Optional.empty(),
                TranslationConfig.NONE);
    }

    /** Another upstream of the same provider, without keys and used from the start. */
    public static UpstreamSpec of(String name, String provider, URI address) {
        UpstreamSpec plain = ofProvider(provider, address);
        return new UpstreamSpec(
                name,
                provider,
                address,
                List.of(),
                false,
                plain.keyHeader(),
                Map.of(),
                Map.of(),
                Set.of(),
                1,
                Optional.empty(),
                TranslationConfig.NONE);
    }

    /**
     * As it is configured, with its keys from the environment.
     *
     * @throws IllegalArgumentException when a variable is not set
     */
    public static UpstreamSpec of(UpstreamConfig config, Map<String, String> environment) {
        List<ApiKey> keys = config.keyVariables().stream()
                .map(variable -> {
                    String key = environment.getOrDefault(variable, "");
                    if (key.isBlank()) {
                        throw new IllegalArgumentException(
                                config.name() + ": the variable " + variable + ", which holds its key, is not set");
                    }
                    return new ApiKey(key);
                })
                .toList();
        return new UpstreamSpec(
                config.name(),
                config.provider(),
                config.address(),
                keys,
                config.clientKey(),
                config.keyHeader().orElseGet(() -> usualKeyHeader(config.provider())),
                config.headers(),
                config.models(),
                config.on(),
                config.weight(),
                config.account(),
                config.translation());
    }

    public static String usualKeyHeader(String provider) {
        return switch (provider) {
            case "anthropic" -> "x-api-key";
            case "gemini" -> "x-goog-api-key";
            default -> "authorization";
        };
    }

    public UpstreamSpec withKeys(List<ApiKey> own) {
        return new UpstreamSpec(
                name, provider, address, own, false, keyHeader, headers, models, on, weight, account, translation);
    }

    public UpstreamSpec standingInFor(Set<FailureType> kinds) {
        return new UpstreamSpec(
                name,
                provider,
                address,
                keys,
                clientKey,
                keyHeader,
                headers,
                models,
                kinds,
                weight,
                account,
                translation);
    }

    public UpstreamSpec calling(Map<String, String> names) {
        return new UpstreamSpec(
                name, provider, address, keys, clientKey, keyHeader, headers, names, on, weight, account, translation);
    }

    public UpstreamSpec ofAccount(String name) {
        return new UpstreamSpec(
                this.name,
                provider,
                address,
                keys,
                clientKey,
                keyHeader,
                headers,
                models,
                on,
                weight,
                Optional.of(name),
                translation);
    }

    /** The same for clients of other wires, too. */
    public UpstreamSpec translating(TranslationConfig other) {
        return new UpstreamSpec(
                name, provider, address, keys, clientKey, keyHeader, headers, models, on, weight, account, other);
    }

    /** Whether it answers requests of this provider's clients. */
    public boolean serves(String client) {
        return provider.equals(client) || translation.clients().contains(client);
    }

    /** Whether it is used before anything has failed. */
    public boolean isPrimary() {
        return on.isEmpty();
    }
}
