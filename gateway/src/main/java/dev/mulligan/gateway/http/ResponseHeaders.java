package dev.mulligan.gateway.http;

import io.vertx.core.MultiMap;

/** What every answer says about how it came about. */
public record ResponseHeaders(String model, int attempts, String session, String upstream) {

    public void on(MultiMap headers) {
        headers.set("x-mulligan-model", printable(model));
        headers.set("x-mulligan-attempts", Integer.toString(attempts));
        headers.set("x-mulligan-session", printable(session));
        headers.set("x-mulligan-upstream", printable(upstream));
    }

    /** Both come from the client's body or headers: nothing that could end a header line may pass. */
    private static String printable(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length() && i < 200; i++) {
            char c = text.charAt(i);
            safe.append(c >= ' ' && c < 127 ? c : '?');
        }
        return safe.toString();
    }
}
