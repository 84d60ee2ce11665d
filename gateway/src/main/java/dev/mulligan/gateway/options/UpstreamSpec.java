package dev.mulligan.gateway.options;

import dev.mulligan.config.HeaderSyntax;
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
 * @param headers sent with every request
 * @param models what it calls a model, by the name clients use
 * @param translation whose clients it answers, too
 */
public record UpstreamSpec(
        String name,
        String provider,
        URI address,
        Credentials credentials,
        Map<String, String> headers,
        Map<String, String> models,
        Selection selection,
        TranslationConfig translation) {

    /**
     * What it is called with.
     *
     * @param keys its own keys, each an account with limits of its own; empty when it needs none
     * @param clientKey whether it gets the client's own credentials instead; only where the client's key belongs here
     * @param keyHeader the header a key is sent in; a key in {@code authorization} is sent as {@code Bearer}
     * @param account upstreams with the same account accept each other's signed and stored state
     */
    public record Credentials(List<ApiKey> keys, boolean clientKey, String keyHeader, Optional<String> account) {

        public Credentials {
            keys = List.copyOf(keys);
        }

        private Credentials withKeys(List<ApiKey> own) {
            return new Credentials(own, false, keyHeader, account);
        }

        private Credentials ofAccount(String name) {
            return new Credentials(keys, clientKey, keyHeader, Optional.of(name));
        }
    }

    /**
     * When it is chosen.
     *
     * @param on the failures of other upstreams it stands in for; empty when it is used from the start
     * @param weight its share of new sessions among those used from the start
     */
    public record Selection(Set<FailureType> on, int weight) {

        private static final Selection FROM_THE_START = new Selection(Set.of(), 1);

        public Selection {
            on = Set.copyOf(on);
        }
    }

    public UpstreamSpec {
        headers = Map.copyOf(headers);
        models = Map.copyOf(models);
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!http || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "upstream " + name + ": '" + address + "' is not an address such as https://api.example.com");
        }
        if (!credentials.keys().isEmpty() && credentials.clientKey()) {
            throw new IllegalArgumentException(
                    "upstream " + name + ": it has keys of its own or the client's, not both");
        }
        if (credentials.clientKey() && !translation.clients().isEmpty()) {
            throw new IllegalArgumentException("upstream " + name
                    + ": it answers clients of another provider, so it cannot get the key that they send");
        }
        if (selection.weight() < 1) {
            throw new IllegalArgumentException(
                    "upstream " + name + ": weight is " + selection.weight() + ", but at least 1");
        }
    }

    /** The provider itself, called with the key that the client sends. */
    public static UpstreamSpec ofProvider(String provider, URI address) {
        return plain(provider, provider, address, true);
    }

    /** Another upstream of the same provider, without keys and used from the start. */
    public static UpstreamSpec of(String name, String provider, URI address) {
        return plain(name, provider, address, false);
    }

    private static UpstreamSpec plain(String name, String provider, URI address, boolean clientKey) {
        Credentials credentials = new Credentials(List.of(), clientKey, usualKeyHeader(provider), Optional.empty());
        return new UpstreamSpec(
                name,
                provider,
                address,
                credentials,
                Map.of(),
                Map.of(),
                Selection.FROM_THE_START,
                TranslationConfig.NONE);
    }

    /**
     * As it is configured, with its keys from the environment.
     *
     * @throws IllegalArgumentException when a variable is not set, or what it holds is no key
     */
    public static UpstreamSpec of(UpstreamConfig config, Map<String, String> environment) {
        List<ApiKey> keys = config.keyVariables().stream()
                .map(variable -> {
                    String key = environment.getOrDefault(variable, "");
                    if (key.isBlank()) {
                        throw new IllegalArgumentException(
                                config.name() + ": the variable " + variable + ", which holds its key, is not set");
                    }
                    if (!HeaderSyntax.isValue(key)) {
                        throw new IllegalArgumentException(config.name() + ": the key in the variable " + variable
                                + " cannot be sent: it holds a line break or another character that no key has");
                    }
                    return new ApiKey(key);
                })
                .toList();
        String keyHeader = config.keyHeader().orElseGet(() -> usualKeyHeader(config.provider()));
        return new UpstreamSpec(
                config.name(),
                config.provider(),
                config.address(),
                new Credentials(keys, config.clientKey(), keyHeader, config.account()),
                config.headers(),
                config.models(),
                new Selection(config.on(), config.weight()),
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
        return with(credentials.withKeys(own));
    }

    public UpstreamSpec ofAccount(String account) {
        return with(credentials.ofAccount(account));
    }

    private UpstreamSpec with(Credentials other) {
        return new UpstreamSpec(name, provider, address, other, headers, models, selection, translation);
    }

    public UpstreamSpec standingInFor(Set<FailureType> kinds) {
        Selection onFailure = new Selection(kinds, selection.weight());
        return new UpstreamSpec(name, provider, address, credentials, headers, models, onFailure, translation);
    }

    public UpstreamSpec calling(Map<String, String> names) {
        return new UpstreamSpec(name, provider, address, credentials, headers, names, selection, translation);
    }

    /** The same for clients of other wires, too. */
    public UpstreamSpec translating(TranslationConfig other) {
        return new UpstreamSpec(name, provider, address, credentials, headers, models, selection, other);
    }

    /** Whether it answers requests of this provider's clients. */
    public boolean serves(String client) {
        return provider.equals(client) || translation.clients().contains(client);
    }

    /** Whether it is used before anything has failed. */
    public boolean isPrimary() {
        return selection.on().isEmpty();
    }
}
