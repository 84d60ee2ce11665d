package dev.mulligan.orchestrator.run;

import dev.mulligan.workspace.Workspace;
import java.io.IOException;
import java.util.Collection;

/** A folder that every worker of the run sees. */
record LocalSite(Workspace workspace, Place home, boolean inPlace) implements Site {

    static LocalSite of(Workspace workspace, boolean inPlace) throws IOException {
        return new LocalSite(workspace, Place.workspace(workspace), inPlace);
    }

    @Override
    public String name() {
        return workspace.root().toString();
    }

    @Override
    public Place homeNow() throws IOException {
        return Place.workspace(workspace);
    }

    @Override
    public boolean travels() {
        return false;
    }

    @Override
    public Place copy(String name, String tree) throws IOException {
        return Place.copy(workspace, name, tree, "HEAD");
    }

    @Override
    public void send(Collection<String> trees) {}

    @Override
    public boolean settle(RunLog.Writing writing) {
        return true;
    }

    @Override
    public String stored(String conversation) {
        return conversation;
    }

    @Override
    public String resumable(String stored) {
        return stored;
    }
}
