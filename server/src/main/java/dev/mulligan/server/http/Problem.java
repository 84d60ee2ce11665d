package dev.mulligan.server.http;

import dev.mulligan.text.Json;
import java.util.Optional;

/** A request that cannot be served, as RFC 9457 has it. Names the field where one is wrong. */
public final class Problem extends RuntimeException {

    private final int status;
    private final String title;
    private final Optional<String> field;
    private final Optional<String> retryAfter;

    private Problem(int status, String title, Optional<String> field, Optional<String> retryAfter, String detail) {
        super(detail);
        this.status = status;
        this.title = title;
        this.field = field;
        this.retryAfter = retryAfter;
    }

    public static Problem of(int status, String title, String detail) {
        return new Problem(status, title, Optional.empty(), Optional.empty(), detail);
    }

    public static Problem field(String field, String detail) {
        return new Problem(422, "A field is not valid", Optional.of(field), Optional.empty(), detail);
    }

    public static Problem notFound(String detail) {
        return of(404, "Not found", detail);
    }

    public static Problem conflict(String detail) {
        return of(409, "Not possible now", detail);
    }

    public Problem retryAfter(String seconds) {
        return new Problem(status, title, field, Optional.of(seconds), String.valueOf(getMessage()));
    }

    public Reply reply() {
        Reply plain = new Reply(
                        status,
                        "application/problem+json",
                        Json.write(Json.object(
                                "type",
                                "about:blank",
                                "title",
                                title,
                                "status",
                                status,
                                "detail",
                                getMessage(),
                                "field",
                                field)))
                .with("cache-control", "no-store");
        return retryAfter.map(seconds -> plain.with("retry-after", seconds)).orElse(plain);
    }
}
