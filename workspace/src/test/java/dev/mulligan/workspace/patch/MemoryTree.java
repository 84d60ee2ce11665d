package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.edit.FileChange;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.SourceTree;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A source tree without a disk. */
public final class MemoryTree implements SourceTree {
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Set<String> links = new HashSet<>();

    public MemoryTree with(String path, String text) {
        return with(path, text.getBytes(StandardCharsets.UTF_8));
    }

    public MemoryTree with(String path, byte[] bytes) {
        files.put(path, bytes);
        return this;
    }

    public MemoryTree withLink(String path) {
        links.add(path);
        return this;
    }

    /** The tree after an outcome, as text by path. */
    public Map<String, String> after(PatchOutcome outcome) {
        Map<String, byte[]> changed = new LinkedHashMap<>(files);
        if (outcome instanceof PatchOutcome.Applied applied) {
            for (FileChange change : applied.changes()) {
                if (change.after().isPresent()) {
                    changed.put(change.path(), change.after().get());
                } else {
                    changed.remove(change.path());
                }
            }
        }
        Map<String, String> text = new TreeMap<>();
        changed.forEach((path, bytes) -> text.put(path, new String(bytes, StandardCharsets.ISO_8859_1)));
        return text;
    }

    @Override
    public Kind kind(String path) {
        if (links.stream().anyMatch(link -> path.equals(link) || path.startsWith(link + "/"))) {
            return Kind.LINK;
        }
        if (files.containsKey(path)) {
            return Kind.FILE;
        }
        return files.keySet().stream().anyMatch(file -> file.startsWith(path + "/")) ? Kind.FOLDER : Kind.MISSING;
    }

    @Override
    public long size(String path) {
        return read(path).length;
    }

    @Override
    public byte[] read(String path) {
        byte[] bytes = files.get(path);
        if (bytes == null) {
            throw new AssertionError("read of a missing file: " + path);
        }
        return bytes;
    }

    @Override
    public List<String> endingWith(String suffix, int limit) {
        return files.keySet().stream()
                .filter(file -> file.endsWith("/" + suffix))
                .limit(limit)
                .toList();
    }

    @Override
    public String sameIgnoringCase(String path) {
        return files.keySet().stream()
                .filter(file -> file.equalsIgnoreCase(path))
                .findFirst()
                .orElse(path);
    }
}
