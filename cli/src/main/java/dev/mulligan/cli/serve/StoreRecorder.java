package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.server.GatewayRecorder;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.spool.SpoolSettings;
import dev.mulligan.store.sql.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Opens the store that a gateway writes its requests to. */
public final class StoreRecorder {

    private StoreRecorder() {}

    /**
     * Opens it, or says what is in the way.
     *
     * @param store the value of {@code --store}; empty for the usual place
     */
    public static GatewayRecorder open(String store, Map<String, String> environment, Consumer<String> tell) {
        try {
            StoreAddress address = StoreAddress.of(store, StoreAddress.HOME, environment);
            Path file = address.path().orElse(StoreAddress.HOME).toAbsolutePath();
            Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(file));
            EventStore opened = address.open(tell, EventStore::openLater);
            Path spool = address.spool();
            if (!opened.isThere()) {
                tell.accept(opened.name() + " cannot be reached; requests are served, events wait in " + spool
                        + ", runs and dashboard wait for it");
            }
            return new GatewayRecorder(opened, Instant.now(), spool, SpoolSettings.STANDARD);
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()), e.advice() + " Or go on without: --store none.");
        } catch (FileSystemException e) {
            throw unwritable(e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof FileSystemException denied) {
                throw unwritable(denied);
            }
            throw e;
        } catch (IOException e) {
            throw new UserError("the store cannot be opened: " + e.getMessage(), "Or go on without: --store none.");
        }
    }

    private static UserError unwritable(FileSystemException e) {
        String why = e instanceof AccessDeniedException
                ? "you may not write there"
                : Optional.ofNullable(e.getReason()).orElse("it cannot be written");
        return new UserError(
                "no store can be kept at " + e.getFile() + ": " + why,
                "Name a place that you can write with --store FILE, set XDG_STATE_HOME to a folder of your own, or go on"
                        + " without: --store none.");
    }
}
