package dev.mulligan.workspace.snapshot;

import dev.mulligan.workspace.git.IgnoreRules;
import dev.mulligan.workspace.snapshot.FolderLook.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a few names that came or went make of a list of files. Says when that is not enough and git must list anew. */
final class NewNames {
    private static final int MOST = 100;

    private final Path workTree;
    private final IgnoreRules ignoring;
    private final Set<String> came = new LinkedHashSet<>();
    private final Set<String> gone = new LinkedHashSet<>();
    private final Map<Path, FolderLook> looks = new HashMap<>();
    private final Deque<Path> entered = new ArrayDeque<>();
    private int asked;

    NewNames(Path workTree, IgnoreRules ignoring) {
        this.workTree = workTree;
        this.ignoring = ignoring;
    }

    void change(Set<String> files) {
        files.removeAll(gone);
        files.addAll(came);
    }

    /** The folders that had to be read again, and those that are new. */
    Map<Path, FolderLook> looks() {
        return looks;
    }

    /** False when something happened that only a full list can tell. */
    boolean follow(Map<Path, FolderLook> folders) {
        try {
            return followed(folders);
        } catch (IOException notAnswered) {
            return false;
        }
    }

    private boolean followed(Map<Path, FolderLook> folders) throws IOException {
        for (Map.Entry<Path, FolderLook> folder : folders.entrySet()) {
            if (!folder.getValue().holds(folder.getKey())
                    && !compare(folder.getKey(), folder.getValue().names())) {
                return false;
            }
        }
        while (!entered.isEmpty()) {
            if (!compare(entered.poll(), Map.of())) {
                return false;
            }
        }
        return true;
    }

    private boolean compare(Path folder, Map<String, Kind> before) throws IOException {
        Optional<FolderLook> look = FolderLook.at(folder);
        if (look.isEmpty()) {
            return false;
        }
        looks.put(folder, look.get());
        Map<String, Kind> now = look.get().names();
        for (Map.Entry<String, Kind> old : before.entrySet()) {
            if (!now.containsKey(old.getKey()) && !drop(folder, old.getKey(), old.getValue())) {
                return false;
            }
        }
        for (Map.Entry<String, Kind> fresh : now.entrySet()) {
            Kind old = before.get(fresh.getKey());
            boolean fine = old == null
                    ? isSimple(folder, fresh.getKey()) && take(folder, fresh.getKey(), fresh.getValue())
                    : old == fresh.getValue();
            if (!fine) {
                return false;
            }
        }
        return true;
    }

    private boolean isSimple(Path folder, String name) {
        boolean ruling = name.equals(FileListing.RULES) || name.equals(".git");
        // A replaced character stands for one that cannot be read here.
        return !ruling && name.indexOf('\uFFFD') < 0 && !FileListing.isOwn(workTree, folder, name);
    }

    private boolean drop(Path folder, String name, Kind kind) {
        gone.add(path(folder, name));
        return (kind == Kind.FILE || kind == Kind.OTHER) && !name.equals(FileListing.RULES);
    }

    private boolean take(Path folder, String name, Kind kind) throws IOException {
        if (++asked > MOST) {
            return false;
        }
        String path = path(folder, name);
        return switch (kind) {
            case FILE -> {
                if (!ignoring.ignores(path) && Snapshots.isPart(workTree, path)) {
                    came.add(path);
                }
                yield true;
            }
            case FOLDER -> {
                if (!ignoring.ignores(path + "/")) {
                    entered.add(folder.resolve(name));
                }
                yield true;
            }
            case OTHER -> true;
            case REPOSITORY -> false;
        };
    }

    private String path(Path folder, String name) {
        return workTree.relativize(folder.resolve(name)).toString();
    }
}
