package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.UserError;
import dev.mulligan.server.access.TokenFile;
import dev.mulligan.server.access.TokenStore;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Function;

/** The user's file of tokens, in the state folder. */
final class TokenPlace {

    private TokenPlace() {}

    /** Its folder is made, so that it can be written. */
    static Path file() {
        try {
            return StateFolder.makeFolder(StateFolder.root()).resolve("tokens.json");
        } catch (IOException e) {
            throw new UserError(
                    "the state folder " + StateFolder.root() + " cannot be used: " + e.getMessage(),
                    "Make it yours, or set XDG_STATE_HOME to a folder of your own.");
        }
    }

    static TokenFile open() {
        return trusted(file -> TokenFile.open(file, InstantSource.system()));
    }

    static <T> T trusted(Function<Path, T> work) {
        try {
            return work.apply(file());
        } catch (TokenStore.UntrustedException e) {
            throw new UserError(String.valueOf(e.getMessage()), "Nobody is let in by it as it is.");
        }
    }
}
