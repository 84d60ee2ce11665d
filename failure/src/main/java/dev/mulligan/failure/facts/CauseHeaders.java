package dev.mulligan.failure.facts;

import java.util.List;
import java.util.Map;

/** The few headers that name a cause. */
final class CauseHeaders {
    private static final List<String> CODES = List.of(
            "x-amzn-errortype",
            "x-amzn-error-type",
            "x-ms-error-code",
            "x-error-code",
            "x-error-type",
            "x-error-message",
            "grpc-message",
            "cf-mitigated",
            "www-authenticate",
            "anthropic-ratelimit-unified-status",
            "x-envoy-response-flags",
            "x-amz-error-code");

    private CauseHeaders() {}

    static String codes(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return "";
        }
        StringBuilder codes = new StringBuilder();
        for (String name : CODES) {
            String value = headers.get(name);
            if (value != null) {
                codes.append(name).append(": ").append(value).append('\n');
            }
        }
        return codes.toString();
    }
}
