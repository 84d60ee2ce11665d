package dev.mulligan.cli.transcript;

import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One kind of client: where it keeps its transcripts, and how a row is read. */
interface Transcript {

    /** As the user names it. */
    String name();

    /** Folders that hold transcripts. */
    List<Path> folders(Path home, Map<String, String> environment);

    /** Reads one more row of a session. Rows come in the order of the file. */
    interface Rows {
        void row(JsonObject row);
    }

    Rows reading(Path file, RequestLog log);
}
