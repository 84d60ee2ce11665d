package dev.mulligan.store.trace;

import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.redact.Secrets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes secrets out of output that arrives in pieces: a key cut in two by a piece's end is seen by nobody who looks at
 * pieces. What may be the beginning of a secret is held back until the rest is there: the last unfinished line, and a
 * private key until its end. What is held back is bounded: of a line that is longer the older part goes out.
 */
public final class ChunkSecrets {

    private static final int MOST_HELD = 16 * 1024;
    private static final int KEPT_BACK = 1024;
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";

    private record Source(String operationId, String stream) {}

    private final Secrets secrets;
    private final Map<Source, StringBuilder> held = new HashMap<>();

    public ChunkSecrets(Secrets secrets) {
        this.secrets = secrets;
    }

    /** What may be written now; nothing while all of it is held back. */
    public List<AgentChunk> add(AgentChunk chunk) {
        Source source = new Source(chunk.operationId(), chunk.stream());
        StringBuilder text =
                held.computeIfAbsent(source, s -> new StringBuilder()).append(chunk.text());
        int lines = safe(text);
        int safe = lines == 0 && text.length() > MOST_HELD ? pause(text) : lines;
        if (safe == 0) {
            return List.of();
        }
        String out = secrets.in(text.substring(0, safe));
        text.delete(0, safe);
        return List.of(new AgentChunk(chunk.operationId(), chunk.stream(), out));
    }

    /** What is left of an operation that ended. */
    public List<AgentChunk> end(String operationId) {
        List<AgentChunk> rest = new ArrayList<>();
        held.entrySet().removeIf(entry -> {
            boolean ended = entry.getKey().operationId().equals(operationId);
            if (ended && !entry.getValue().isEmpty()) {
                rest.add(new AgentChunk(
                        operationId,
                        entry.getKey().stream(),
                        secrets.in(entry.getValue().toString())));
            }
            return ended;
        });
        return rest;
    }

    /** In a line that does not end: between two things, away from the end, where the next piece may go on with a secret. */
    private static int pause(StringBuilder text) {
        int most = text.length() - KEPT_BACK;
        for (String breaks : List.of(",;}{)", " \t\"'")) {
            for (int i = most; i > most - MOST_HELD / 2; i--) {
                if (breaks.indexOf(text.charAt(i)) >= 0) {
                    return i + 1;
                }
            }
        }
        return text.length();
    }

    private static int safe(StringBuilder text) {
        int lines = text.lastIndexOf("\n") + 1;
        int begin = text.lastIndexOf(BEGIN);
        boolean open = begin >= 0 && text.indexOf(END, begin) < 0;
        return open ? Math.min(lines, begin) : lines;
    }
}
