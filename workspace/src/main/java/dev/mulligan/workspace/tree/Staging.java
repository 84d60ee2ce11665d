package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Puts new contents, and copies of what they replace, aside before anything is touched. */
final class Staging {
    private final Path root;
    private final Path folder;
    private final PathState look;

    Staging(Path root, Path folder, PathState look) {
        this.root = root;
        this.folder = folder;
        this.look = look;
    }

    static String fresh(int number) {
        return "new-" + number;
    }

    static String old(int number) {
        return "old-" + number;
    }

    void stage(int number, TreeChange change) throws IOException {
        Optional<Set<PosixFilePermission>> mode = keepOld(number, change);
        Path target = folder.resolve(fresh(number));
        switch (change.after()) {
            case FileState.Regular regular -> {
                try (InputStream content = change.content().open()) {
                    DurableFiles.write(target, content);
                }
                Set<PosixFilePermission> wanted = mode.isPresent()
                        ? EnumSet.copyOf(mode.get())
                        : EnumSet.copyOf(Files.getPosixFilePermissions(target));
                setExecutable(wanted, regular.executable());
                Files.setPosixFilePermissions(target, wanted);
            }
            case FileState.Link link -> {
                try (InputStream content = change.content().open()) {
                    Links.make(target, new String(content.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            case FileState.Absent absent -> {}
            case FileState.Other other -> throw new TreeConflict(change.path(), "only files and links can be written");
        }
    }

    private static void setExecutable(Set<PosixFilePermission> mode, boolean executable) {
        if (!executable) {
            mode.remove(PosixFilePermission.OWNER_EXECUTE);
            mode.remove(PosixFilePermission.GROUP_EXECUTE);
            mode.remove(PosixFilePermission.OTHERS_EXECUTE);
        } else if (mode.add(PosixFilePermission.OWNER_EXECUTE)) {
            addIf(mode, PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_EXECUTE);
            addIf(mode, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE);
        }
    }

    private static void addIf(Set<PosixFilePermission> mode, PosixFilePermission has, PosixFilePermission gets) {
        if (mode.contains(has)) {
            mode.add(gets);
        }
    }

    /** Copies what is there, checking that it is what the change expects; returns its permissions. */
    private Optional<Set<PosixFilePermission>> keepOld(int number, TreeChange change) throws IOException {
        FileState now = look.state(change.path(), PathState.algorithm(change.before(), change.after()));
        if (!change.before().equals(now)) {
            throw new TreeConflict(change.path(), "the file changed while the edit was worked out");
        }
        TreePath place = TreePath.of(change.path());
        if (now instanceof FileState.Absent) {
            return Optional.empty();
        }
        try (Folder parent = Folder.open(root, place.folder())
                .orElseThrow(() -> new TreeConflict(change.path(), "the folder has gone"))) {
            if (now instanceof FileState.Link) {
                Links.make(folder.resolve(old(number)), parent.linkTarget(place.name()));
                return Optional.empty();
            }
            Path copy = folder.resolve(old(number));
            Optional<Set<PosixFilePermission>> mode =
                    parent.attributes(place.name()).map(PosixFileAttributes::permissions);
            if (!isLinked(root.resolve(change.path()), copy)) {
                try (SeekableByteChannel channel = parent.read(place.name());
                        InputStream in = Channels.newInputStream(channel)) {
                    DurableFiles.write(copy, in);
                }
                if (mode.isPresent()) {
                    Files.setPosixFilePermissions(copy, mode.get());
                }
            }
            return change.keepMode() ? mode : Optional.empty();
        }
    }

    /**
     * The new content takes the file's name by a move, so the old file itself can be kept under a second name. That is
     * quicker than a copy that must reach the disk.
     */
    private static boolean isLinked(Path file, Path copy) throws IOException {
        try {
            Files.createLink(copy, file);
        } catch (FileSystemException | UnsupportedOperationException cannot) {
            return false;
        }
        if (Files.isRegularFile(copy, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        Files.delete(copy);
        return false;
    }
}
