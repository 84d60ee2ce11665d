package dev.mulligan.config;

import dev.mulligan.failure.FailureType;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One entry of {@code upstreams:}.
 *
 * @param provider whose wire it speaks: {@code anthropic}, {@code openai} or {@code gemini}
 * @param keyVariables environment variables, each with a key of its own account
 * @param clientKey whether the client's own key is sent there
 * @param keyHeader the header a key is sent in; empty for the usual one of the wire
 * @param models what it calls a model, by the name clients use
 * @param on the failures of other upstreams it stands in for; empty when it is used from the start
 */
public record UpstreamConfig(
        String name,
        String provider,
        URI address,
        List<String> keyVariables,
        boolean clientKey,
        Optional<String> keyHeader,
        Map<String, String> headers,
        Map<String, String> models,
        Set<FailureType> on,
        int weight,
        Optional<String> account,
        TranslationConfig translation) {}
