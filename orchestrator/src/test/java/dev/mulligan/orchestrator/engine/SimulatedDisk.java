package dev.mulligan.orchestrator.engine;

import dev.mulligan.workspace.snapshot.TreePatch;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeConflict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Files in memory: the workspace, copies of it, and trees. What is not forced to the disk is lost when power fails. */
final class SimulatedDisk implements Trees {

    static final String WORKSPACE = "";

    private final Map<String, SortedMap<String, String>> folders = new HashMap<>();
    private final Map<String, SortedMap<String, String>> trees = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> unforced = new HashMap<>();
    private final Set<String> everSaved = new HashSet<>();
    private int full;

    SimulatedDisk() {
        folders.put(WORKSPACE, new TreeMap<>());
    }

    /** The next writes find no space. */
    void fillUp(int writes) {
        full = writes;
    }

    void needSpace() throws IOException {
        if (full > 0) {
            full--;
            throw new IOException("No space left on device");
        }
    }

    SortedMap<String, String> folder(String name) {
        return folders.computeIfAbsent(name, _ -> new TreeMap<>());
    }

    void make(String name, String tree) {
        folders.put(name, new TreeMap<>(tree(tree)));
    }

    SortedMap<String, String> tree(String id) {
        return Objects.requireNonNull(trees.get(id), () -> "no tree " + id);
    }

    String snapshot(String name) {
        return save(folder(name));
    }

    private String save(SortedMap<String, String> files) {
        String text = files.toString();
        String id = names.computeIfAbsent(text, _ -> "tree" + names.size());
        trees.putIfAbsent(id, new TreeMap<>(files));
        return id;
    }

    /** A checkpoint holds what the workspace holds now. */
    String checkpoint() {
        everSaved.addAll(folder(WORKSPACE).values());
        return snapshot(WORKSPACE);
    }

    boolean isSaved(String content) {
        return everSaved.contains(content);
    }

    /** All files or none, and only where they are as they were seen. */
    List<String> land(String seen, String result, boolean forced) throws IOException {
        needSpace();
        SortedMap<String, String> now = folder(WORKSPACE);
        List<String> changed = differing(tree(seen), tree(result));
        for (String path : changed) {
            if (!Objects.equals(now.get(path), tree(seen).get(path))) {
                throw new TreeConflict(path, "changed meanwhile");
            }
        }
        for (String path : changed) {
            if (!forced) {
                unforced.putIfAbsent(path, String.valueOf(now.get(path)));
            }
            set(now, path, tree(result).get(path));
        }
        return changed;
    }

    /** What nobody forced to the disk is as it was before. */
    void powerFails() {
        unforced.forEach((path, before) -> set(folder(WORKSPACE), path, before.equals("null") ? null : before));
        unforced.clear();
    }

    static void set(SortedMap<String, String> files, String path, @org.jspecify.annotations.Nullable String content) {
        if (content == null) {
            files.remove(path);
        } else {
            files.put(path, content);
        }
    }

    static List<String> differing(SortedMap<String, String> one, SortedMap<String, String> other) {
        Set<String> paths = new TreeSet<>(one.keySet());
        paths.addAll(other.keySet());
        return paths.stream()
                .filter(path -> !Objects.equals(one.get(path), other.get(path)))
                .toList();
    }

    @Override
    public TreePatch between(String from, String to) {
        List<String> files = differing(tree(from), tree(to));
        StringBuilder text = new StringBuilder();
        for (String path : files) {
            text.append("--- a/").append(path).append("\n+++ b/").append(path).append("\n@@ -1 +1 @@\n");
            text.append("-")
                    .append(tree(from).get(path))
                    .append("\n+")
                    .append(tree(to).get(path))
                    .append('\n');
        }
        return new TreePatch(text.toString(), files, files.size() * 2);
    }

    @Override
    public Merge merging(String base, String ours, String theirs) {
        SortedMap<String, String> merged = new TreeMap<>(tree(ours));
        List<String> conflicts = new ArrayList<>();
        for (String path : differing(tree(base), tree(theirs))) {
            String then = tree(base).get(path);
            String here = tree(ours).get(path);
            String there = tree(theirs).get(path);
            if (Objects.equals(here, then) || Objects.equals(here, there)) {
                set(merged, path, there);
            } else {
                conflicts.add(path);
            }
        }
        return new Merge(save(merged), conflicts);
    }

    @Override
    public String replacing(String tree, List<String> paths, String from) {
        SortedMap<String, String> mixed = new TreeMap<>(tree(tree));
        paths.forEach(path -> set(mixed, path, tree(from).get(path)));
        return save(mixed);
    }

    @Override
    public String keep(String name, String tree) {
        return "commit-of-" + tree;
    }
}
