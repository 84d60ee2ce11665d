package dev.mulligan.store.trace;

import dev.mulligan.event.Event;
import dev.mulligan.record.EventTypes;
import dev.mulligan.redact.Secrets;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Events to JSON and back. Field names are the names of the record's components; what is empty is left out. Reading is
 * forgiving: unknown fields are ignored and missing ones take their zero, so that old and new programs read each other's
 * files. What a {@link Recorded} holds was searched for secrets when it was made; the texts of any other event are
 * searched on their way out.
 */
public final class EventJson {

    /** Goes up when a field changes its meaning; new fields and types do not need it. */
    public static final int SCHEMA_VERSION = 1;

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Map<String, Class<?>> TYPES = EventTypes.byName();
    /** Made when a type is first met: making all of them costs a short command more than its work. */
    private static final ClassValue<RecordCodec> CODECS = new ClassValue<>() {
        @Override
        protected RecordCodec computeValue(Class<?> type) {
            return RecordCodec.of(type);
        }
    };

    private final Secrets secrets;
    private final Optional<Secrets> known;

    public EventJson(Secrets secrets) {
        this.secrets = secrets;
        this.known = secrets.literalsOnly();
    }

    public static EventJson standard() {
        return new EventJson(Secrets.byShape());
    }

    /** The whole line without its end. */
    public String line(Recorded recorded) {
        StringWriter out = new StringWriter(512);
        try (JsonGenerator to = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            to.writeStartObject();
            to.writeStringProperty("type", recorded.type());
            to.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
            to.writeStringProperty("timestamp", recorded.at().toString());
            to.writeStringProperty("runId", recorded.runId());
            to.writeNumberProperty("seq", recorded.seq());
            to.writeName("payload");
            Event event = clean(recorded);
            codec(event).write(to, event);
            to.writeEndObject();
        }
        return out.toString();
    }

    /** The payload alone. */
    public String payload(Recorded recorded) {
        return written(clean(recorded));
    }

    public String payload(Event event) {
        return written(secrets.in(event));
    }

    private Event clean(Recorded recorded) {
        return known.map(values -> values.in(recorded.event())).orElse(recorded.event());
    }

    private static String written(Event event) {
        StringWriter out = new StringWriter(256);
        try (JsonGenerator to = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            codec(event).write(to, event);
        }
        return out.toString();
    }

    private static RecordCodec codec(Event event) {
        return CODECS.get(event.getClass());
    }

    /** A payload of this type; empty when this program does not know the type. */
    public static Optional<Event> event(String type, String payload) {
        return event(type, Json.parseObject(payload));
    }

    private static Optional<Event> event(String type, JsonObject payload) {
        return Optional.ofNullable(TYPES.get(type))
                .map(known -> (Event) CODECS.get(known).read(payload));
    }

    /** One line of a trace; empty when this program does not know its type. */
    public static Optional<Recorded> read(String line) {
        JsonObject object = Json.parseObject(line);
        String type = object.text("type").orElseThrow(() -> new JsonException("the event has no \"type\""));
        int version = object.integer("schemaVersion").orElse(SCHEMA_VERSION);
        if (version > SCHEMA_VERSION) {
            throw new JsonException("schemaVersion " + version + " is newer than this program understands ("
                    + SCHEMA_VERSION + "): use a newer mulligan");
        }
        String runId = object.text("runId").orElseThrow(() -> new JsonException("the event has no \"runId\""));
        long seq = object.number("seq").orElseThrow(() -> new JsonException("the event has no \"seq\""));
        Instant at = time(object.text("timestamp", ""));
        JsonObject payload = object.object("payload").orElse(new JsonObject(Map.of()));
        try {
            return event(type, payload).map(event -> new Recorded(runId, seq, at, event));
        } catch (IllegalArgumentException e) {
            throw new JsonException(type + ": " + e.getMessage(), e);
        }
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new JsonException("\"timestamp\": '" + text + "' is not a time such as 2026-01-31T12:00:00Z", e);
        }
    }
}
