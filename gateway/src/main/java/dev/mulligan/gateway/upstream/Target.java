package dev.mulligan.gateway.upstream;

import dev.mulligan.gateway.access.ApiKey;
import dev.mulligan.gateway.options.UpstreamSpec;
import dev.mulligan.gateway.wire.Fingerprint;
import dev.mulligan.provider.Wire;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One upstream with one key: what a call goes to. The key is part of the target, so that it cannot reach another one.
 *
 * @param key empty when it gets the client's credentials, or none
 * @param amongTranslated whether others answer the same clients in another wire, so that their marks may be in requests
 */
public record Target(
        UpstreamSpec spec, Upstream address, int keyNumber, Optional<ApiKey> key, boolean amongTranslated) {

    public static Target of(UpstreamSpec spec, int keyNumber, boolean amongTranslated) {
        return new Target(
                spec,
                Upstream.of(spec.name(), spec.address()),
                keyNumber,
                spec.credentials().keys().stream().skip(keyNumber).findFirst(),
                amongTranslated);
    }

    public String name() {
        return spec.name();
    }

    /** The wire that requests of this one must be translated to; empty when it is understood as it is. */
    public Optional<Wire> translatesTo(Wire client) {
        if (spec.provider().equals(client.provider())) {
            return Optional.empty();
        }
        return Optional.of(
                spec.provider().equals("anthropic")
                        ? Wire.ANTHROPIC
                        : spec.translation().responses() ? Wire.RESPONSES : Wire.CHAT);
    }

    /** Tells targets apart in headers and events, without anything of the key. */
    public String id() {
        return spec.credentials().keys().size() < 2 ? spec.name() : spec.name() + "#" + (keyNumber + 1);
    }

    /** What it calls this model. */
    public String model(String asked) {
        return spec.models().getOrDefault(asked, asked);
    }

    /** The request's address as this target may see it: a key in the query belongs to the client's own provider. */
    String uri(String asked) {
        int query = asked.indexOf('?');
        if (spec.credentials().clientKey() || query < 0) {
            return asked;
        }
        String kept = Arrays.stream(asked.substring(query + 1).split("&", -1))
                .filter(part -> !part.regionMatches(true, 0, "key=", 0, 4)
                        && !part.regionMatches(true, 0, "access_token=", 0, 13))
                .collect(Collectors.joining("&"));
        return kept.isEmpty() ? asked.substring(0, query) : asked.substring(0, query + 1) + kept;
    }

    /** The account whose limits a call counts against. */
    public String account(String clientAccount) {
        return key.map(own -> Fingerprint.ofAccount(own.secret()))
                .orElse(spec.credentials().clientKey() ? clientAccount : "none");
    }

    /** Targets with the same one accept each other's signed and stored state. */
    public String stateAccount() {
        return spec.credentials().account().orElseGet(this::id);
    }
}
