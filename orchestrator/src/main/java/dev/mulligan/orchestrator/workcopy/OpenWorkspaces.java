package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** OpenWorkspaces that were used lately stay open: what they know of their files makes the next look cheap. */
public final class OpenWorkspaces implements AutoCloseable {

    private static final int MOST_OPEN = 32;

    private final Map<Path, Workspace> open = new LinkedHashMap<>(MOST_OPEN, 0.75f, true);

    /** Finishes first what a crash may have interrupted. */
    synchronized Workspace open(Path folder) throws IOException {
        Path root = folder.toRealPath();
        Workspace known = open.get(root);
        if (known != null) {
            known.recover();
            return known;
        }
        Workspace workspace = Workspace.open(root);
        if (open.size() >= MOST_OPEN) {
            Iterator<Workspace> oldest = open.values().iterator();
            oldest.next().close();
            oldest.remove();
        }
        open.put(root, workspace);
        return workspace;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(Workspace::close);
        open.clear();
    }
}
