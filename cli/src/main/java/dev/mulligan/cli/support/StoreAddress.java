package dev.mulligan.cli.support;

import dev.mulligan.store.EventStore;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.workspace.git.TrackedFiles;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the store is: what the user named, otherwise a file in the user's state folder. Never a file that a workspace
 * brought along, since the runs in a store are carried out.
 *
 * @param where as {@link EventStore#open} takes it
 * @param isNamed whether the user named it
 * @param home the folder of the traces, {@code .mulligan} in the workspace
 */
public record StoreAddress(String where, boolean isNamed, Path home) {

    public static final String DEFAULT = "in your state folder, ~/.local/state/mulligan";
    public static final Path HOME = Path.of(".mulligan");

    /** @param flag the value of {@code --store}, if it was given */
    public static StoreAddress of(@Nullable String flag, Path home, Map<String, String> environment) {
        String named = flag == null || flag.isBlank() ? environment.getOrDefault("MULLIGAN_STORE", "") : flag;
        return named.isBlank()
                ? new StoreAddress(state(home).resolve("store.db").toString(), false, home)
                : new StoreAddress(named, true, home);
    }

    /** The state folder that goes with a folder of traces. */
    public static Path state(Path home) {
        try {
            return StateFolder.of(workspace(home));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Traces that lie elsewhere than in a workspace have a store of their own. */
    private static Path workspace(Path home) {
        Path whole = home.toAbsolutePath().normalize();
        Path parent = whole.getParent();
        return parent != null && whole.endsWith(HOME) ? parent : whole;
    }

    public boolean isFile() {
        return !where.contains("://") && !where.startsWith("jdbc:");
    }

    private Path file() {
        return Path.of(where.startsWith("sqlite:") ? where.substring("sqlite:".length()) : where);
    }

    public boolean exists() {
        return !isFile() || Files.exists(file());
    }

    public EventStore open(Consumer<String> tell) {
        return open(tell, EventStore::open);
    }

    /** Opens it if it is the user's own; anything else is refused with what to do. */
    public EventStore open(Consumer<String> tell, Function<String, EventStore> opening) {
        // The database drivers log through slf4j; nobody wants to be told that no logger is set up.
        if (System.getProperty("slf4j.internal.verbosity") == null) {
            System.setProperty("slf4j.internal.verbosity", "ERROR");
        }
        try {
            check();
            if (!isNamed) {
                tellOfOldStore(tell);
            }
            return opening.apply(where);
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()), e.advice());
        } catch (IOException e) {
            throw new UserError(
                    "the store " + where + " cannot be used: " + e.getMessage(), "Name another with --store.");
        }
    }

    /** Refuses a store that somebody else made; makes the state folder for one that is yet to be made. */
    public void check() throws IOException {
        TraceFolder.check(home);
        if (!isNamed) {
            checkMark(StateFolder.make(workspace(home)));
        }
        if (!isFile() || !Files.exists(file())) {
            return;
        }
        if (!StateFolder.isOurs(file())) {
            throw new UserError(
                    "the store " + where + " belongs to another user: the runs in it would be carried out as you",
                    "Copy it to a file of your own, if you trust it, and name that with --store.");
        }
        if (TrackedFiles.contain(file())) {
            throw new UserError(
                    "the store " + where + " is tracked by git, so a clone may have brought it: the runs in it would"
                            + " be carried out",
                    "Leave --store out, or copy the file out of the repository, if you trust it, and name that.");
        }
    }

    private void checkMark(Path folder) throws IOException {
        Path mark = folder.resolve("store.mark");
        String own = StateFolder.mark();
        if (!Files.exists(file())) {
            Files.writeString(mark, own + "\n", StandardCharsets.UTF_8);
            return;
        }
        boolean ours = Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)
                && Files.readString(mark, StandardCharsets.UTF_8).strip().equals(own);
        if (!ours) {
            throw new UserError(
                    "the store " + where + " was not made on this machine: the runs in it would be carried out",
                    "Move it away, or name it with --store, if you trust it.");
        }
    }

    /** Once for each folder. */
    private void tellOfOldStore(Consumer<String> tell) throws IOException {
        Path told = state(home).resolve("old-store-told");
        if (Files.exists(home.resolve("store.db"), LinkOption.NOFOLLOW_LINKS) && !Files.exists(told)) {
            tell.accept("history found in " + home.resolve("store.db")
                    + " is no longer read; `mulligan store adopt` brings its events over as data");
            Files.createFile(told);
        }
    }

    /** Where events wait while the store is away. */
    public Path spool() throws IOException {
        return StateFolder.make(workspace(home)).resolve("spool");
    }

    public Optional<Path> path() {
        return isFile() ? Optional.of(file()) : Optional.empty();
    }
}
