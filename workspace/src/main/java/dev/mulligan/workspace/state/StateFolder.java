package dev.mulligan.workspace.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The user's state folder: everything that Mulligan executes, replays or writes from. It lies outside every workspace,
 * since what is found in a workspace may have come with a stranger's clone, and nobody but the user can read it.
 */
public final class StateFolder {

    /** In each workspace's folder: the path it belongs to, for people who look around. */
    private static final String OWNER_NOTE = "workspace";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private StateFolder() {}

    /** {@code $XDG_STATE_HOME/mulligan}, by default {@code ~/.local/state/mulligan}. Not made yet. */
    public static Path root() {
        String state = System.getenv().getOrDefault("XDG_STATE_HOME", "");
        Path base = state.startsWith("/")
                ? Path.of(state)
                : UserHome.path().resolve(".local").resolve("state");
        return base.resolve("mulligan");
    }

    /** Where state for one workspace is kept, by its real path. Not made yet. */
    public static Path of(Path workspace) throws IOException {
        Path real = real(workspace);
        String name =
                Optional.ofNullable(real.getFileName()).map(Path::toString).orElse("root");
        String plain = name.replaceAll("[^A-Za-z0-9._-]", "_");
        String shown = plain.substring(0, Math.min(40, plain.length()));
        return root().resolve("workspaces").resolve(shown + "-" + CacheFolder.name(real.toString()));
    }

    /** The same, made, and with a note of the path it belongs to. */
    public static Path make(Path workspace) throws IOException {
        Path folder = of(workspace);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            own(root());
        } else {
            makeFolder(folder);
            forgetCopies(folder);
            Files.writeString(folder.resolve(OWNER_NOTE), real(workspace) + "\n", StandardCharsets.UTF_8);
        }
        return folder;
    }

    /** Copies that candidates worked in come and go; what was kept for those that are gone goes too. */
    private static void forgetCopies(Path fresh) throws IOException {
        Path copies = CacheFolder.base();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(root().resolve("workspaces"))) {
            for (Path folder : all) {
                if (!folder.equals(fresh)) {
                    forgetCopy(folder, copies);
                }
            }
        }
    }

    private static void forgetCopy(Path folder, Path copies) {
        Path note = folder.resolve(OWNER_NOTE);
        try {
            if (!Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            Path of = Path.of(Files.readString(note, StandardCharsets.UTF_8).strip());
            boolean copy = of.startsWith(copies) || of.startsWith(root());
            if (copy && !Files.exists(of)) {
                remove(folder);
            }
        } catch (IOException | UncheckedIOException | InvalidPathException kept) {
            // Another program is removing it as well, or it is none of ours. Nobody waits for a tidy folder.
            return;
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** The real path, also of a folder that is yet to be made. */
    private static Path real(Path folder) throws IOException {
        Path whole = folder.toAbsolutePath().normalize();
        for (Path at = whole; at != null; at = at.getParent()) {
            if (Files.exists(at)) {
                return at.toRealPath().resolve(at.relativize(whole)).normalize();
            }
        }
        return whole;
    }

    /**
     * A random text that is made once and tells what was made here from what was brought from elsewhere. Nobody else
     * knows it.
     */
    public static String mark() throws IOException {
        Path file = makeFolder(root()).resolve("machine-id");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            Path fresh = Files.createTempFile(root(), "machine-id", ".new");
            Files.writeString(fresh, UUID.randomUUID() + "\n", StandardCharsets.UTF_8);
            try {
                // A link and not a move: of two programs that start at the same moment the first one's stays.
                Files.createLink(file, fresh);
            } catch (FileAlreadyExistsException first) {
                return mark();
            } finally {
                Files.delete(fresh);
            }
        }
        return Files.readString(file, StandardCharsets.UTF_8).strip();
    }

    /** Whether a file belongs to the user this program runs as. */
    public static boolean isOurs(Path file) throws IOException {
        Path self = Path.of("/proc/self");
        Path ours = Files.exists(self) ? self : Path.of(System.getProperty("user.home", "/"));
        return Files.getOwner(file).equals(Files.getOwner(ours));
    }

    /** A folder below {@link #root}, made with all its parents so that only the user can look inside. */
    public static Path makeFolder(Path folder) throws IOException {
        Path root = root();
        if (!folder.startsWith(root)) {
            throw new IllegalArgumentException(folder + " is not below " + root);
        }
        if (root.getParent() != null) {
            try {
                Files.createDirectories(root.getParent());
            } catch (IOException impossible) {
                throw new IOException(
                        "Mulligan keeps its state in " + root
                                + ", which cannot be made; set XDG_STATE_HOME to a folder of your own",
                        impossible);
            }
        }
        Path at = root;
        own(at);
        for (Path part : root.relativize(folder)) {
            if (!part.toString().isEmpty()) {
                at = at.resolve(part);
                own(at);
            }
        }
        return folder;
    }

    private static void own(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException known) {
            PosixFileAttributes found =
                    Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isDirectory()) {
                throw new IOException(folder + " is in the way: Mulligan keeps its state in a folder of this name");
            }
            if (!isOurs(folder)) {
                throw new IOException(folder + " belongs to another user; Mulligan keeps its state there."
                        + " Remove it, or set XDG_STATE_HOME to a folder of your own.");
            }
            if (!found.permissions().equals(OWNER_ONLY)) {
                Files.setPosixFilePermissions(folder, OWNER_ONLY);
            }
        }
    }
}
