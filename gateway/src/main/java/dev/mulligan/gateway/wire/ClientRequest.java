package dev.mulligan.gateway.wire;

import dev.mulligan.gateway.access.SafeText;
import dev.mulligan.provider.RequestFacts;
import dev.mulligan.provider.TopLevel.Span;
import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.Thoughts;
import dev.mulligan.text.Json;
import io.netty.buffer.Unpooled;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a client asked for: its bytes, and the few things that must be known about them. */
public final class ClientRequest {

    private static final List<String> SESSION_HEADERS =
            List.of("x-mulligan-session", "x-claude-code-session-id", "session-id", "x-session-id");
    private static final List<String> KEY_HEADERS = List.of("authorization", "x-api-key", "x-goog-api-key");
    /** What a client notes for itself; some write it in another order each time they send the same request. */
    private static final List<String> NOTES = List.of("client_metadata", "metadata");
    /** Notes, and what a client changes when it sends the same request again in another manner. */
    private static final List<String> MANNERS =
            List.of("client_metadata", "metadata", "stream", "max_tokens", "stream_options");

    private final HttpMethod method;
    private final RequestPath route;
    private final MultiMap headers;
    private final Buffer body;
    private final byte[] bytes;
    private final RequestFacts facts;
    private final String key;
    private final String session;
    private final boolean namedSession;
    private final String model;
    private final boolean streams;
    private final ClientKind client;

    public ClientRequest(HttpMethod method, RequestPath route, MultiMap headers, byte[] content) {
        this.method = method;
        this.route = route;
        this.headers = headers;
        this.client = ClientKind.of(headers);
        // The same bytes, not a copy: there may be many megabytes of them. It outlives a failed attempt to send it.
        this.body = BufferInternal.buffer(Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(content)));
        this.bytes = route.generates() ? content : new byte[0];
        this.facts = RequestFacts.of(bytes);
        this.model = SafeText.name(route.modelInPath().or(facts::model).orElse(""));
        this.streams = route.streamsByPath() || facts.streams();
        this.key = Fingerprint.ofAccount(first(KEY_HEADERS, headers).orElse(""));
        Optional<String> named = first(SESSION_HEADERS, headers).filter(id -> !id.isBlank() && id.length() <= 200);
        this.namedSession = named.isPresent();
        this.session = named.map(SafeText::name).orElseGet(this::fingerprint);
    }

    private static Optional<String> first(List<String> names, MultiMap headers) {
        return names.stream().map(headers::get).filter(Objects::nonNull).findFirst();
    }

    /** Conversations grow at their end: their first message and who sends it stay the same. */
    private String fingerprint() {
        Optional<Span> start = facts.opening();
        long seed = Fingerprint.of(key + route.upstream() + userAgent());
        long hash = start.map(span -> Fingerprint.of(bytes, span.from(), span.to(), seed))
                .orElse(seed);
        return "fp-" + Fingerprint.hex(hash);
    }

    /** The same for all requests that begin with this message. */
    public long openingHash() {
        return facts.opening()
                .map(span -> Fingerprint.of(bytes, span.from(), span.to(), 0))
                .orElse(0L);
    }

    /** What its first message looks like without its particulars. */
    public Optional<String> promptPattern() {
        return facts.opening()
                .flatMap(span -> PromptPattern.pattern(facts.json().text(span)));
    }

    private String userAgent() {
        String agent = headers.get("user-agent");
        return agent == null ? "" : agent;
    }

    public HttpMethod method() {
        return method;
    }

    public RequestPath route() {
        return route;
    }

    public MultiMap headers() {
        return headers;
    }

    public Wire wire() {
        return route.wire();
    }

    /** Whether it calls a model; everything else is passed through and not understood. */
    public boolean generates() {
        return route.generates();
    }

    /** How its wire is called in events. */
    public String wireName() {
        return generates() ? wire().wireName() : "other";
    }

    /** Stands for the account, and cannot be turned back into the key. */
    public String account() {
        return key;
    }

    public String session() {
        return session;
    }

    /** Whether the client itself names its session, so that repetitions in it mean something. */
    public boolean hasNamedSession() {
        return namedSession;
    }

    /** As it is shown. It is compared with names that are shown, so the bytes that are sent need not be known. */
    public String model() {
        return model;
    }

    public boolean streams() {
        return streams;
    }

    public int clientRetryCount() {
        String count = headers.get("x-stainless-retry-count");
        try {
            return count == null ? 0 : Math.max(0, Integer.parseInt(count.strip()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** A person wants another try, whatever became of the ones before. */
    public boolean isAskedForAgain() {
        return headers.contains("x-mulligan-again");
    }

    public Buffer body() {
        return body;
    }

    /** The body as received; empty when it is not understood. Not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether it carries state that only the account it came from accepts. */
    public boolean isBoundToAccount() {
        return facts.isBoundToAccount();
    }

    public Optional<RequestPlace> place() {
        return route.place();
    }

    public ClientKind client() {
        return client;
    }

    public long exactHash() {
        return hashWithout(NOTES, Fingerprint.of(method + route.uri() + key));
    }

    /** The same for a request and its repetition without streaming or with fewer tokens. */
    public long looseHash() {
        return hashWithout(MANNERS, Fingerprint.of(key));
    }

    private long hashWithout(List<String> members, long seed) {
        List<Span> leftOut = new ArrayList<>();
        members.forEach(name -> facts.json().member(name).ifPresent(leftOut::add));
        leftOut.sort(Comparator.comparingInt(Span::from));
        long hash = seed;
        int at = 0;
        for (Span span : leftOut) {
            hash = Fingerprint.of(bytes, at, span.from(), hash);
            at = span.to();
        }
        return Fingerprint.of(bytes, at, bytes.length, hash);
    }

    /** The body with another model, or as received. Only the bytes of the name differ. */
    public Buffer bodyFor(@Nullable String model) {
        Optional<Span> name = facts.json().value("model");
        if (model == null || model.equals(model()) || route.modelInPath().isPresent() || name.isEmpty()) {
            return body;
        }
        byte[] spelled = Json.write(model).getBytes(StandardCharsets.UTF_8);
        return Buffer.buffer(bytes.length + spelled.length)
                .appendBytes(bytes, 0, name.get().from())
                .appendBytes(spelled)
                .appendBytes(bytes, name.get().to(), bytes.length - name.get().to());
    }

    /** The same without what a translated upstream has thought, which means nothing to others. */
    public Buffer bodyWithoutThoughts(@Nullable String model) {
        Buffer body = bodyFor(model);
        return wire() == Wire.ANTHROPIC && Thoughts.areIn(bytes)
                ? Buffer.buffer(Thoughts.without(body.getBytes()))
                : body;
    }

    public String uriFor(@Nullable String model) {
        return model == null || model.equals(model()) ? route.uri() : route.uriWithModel(model);
    }
}
