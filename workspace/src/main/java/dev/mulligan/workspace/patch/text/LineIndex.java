package dev.mulligan.workspace.patch.text;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A file's lines by key, so that a hunk is found without reading the file again for each of its lines. */
public final class LineIndex {
    /** The lines under one key. */
    private static final class Keys {
        private final int[] ids;
        private final Map<String, Integer> dictionary = new HashMap<>();
        private final List<List<Integer>> positions = new ArrayList<>();

        private Keys(int size) {
            this.ids = new int[size];
        }
    }

    private final TextFile file;
    private final Map<LineKey, Keys> byKey = new EnumMap<>(LineKey.class);

    public LineIndex(TextFile file) {
        this.file = file;
    }

    public TextFile file() {
        return file;
    }

    public int size() {
        return file.size();
    }

    /** Numbers of the file's lines under a key: equal numbers, equal lines. */
    public int[] ids(LineKey key) {
        return keys(key).ids;
    }

    /** The number a text has in this file under a key, or -1. */
    public int id(LineKey key, String text) {
        return keys(key).dictionary.getOrDefault(key.of(text), -1);
    }

    public List<Integer> positions(LineKey key, String text) {
        Keys keys = keys(key);
        Integer id = keys.dictionary.get(key.of(text));
        return id == null ? List.of() : keys.positions.get(id);
    }

    /** Every place where these lines stand one after the other. */
    public List<Integer> find(LineKey key, List<String> wanted) {
        if (wanted.isEmpty() || wanted.size() > size()) {
            return List.of();
        }
        int[] ids = new int[wanted.size()];
        int rarest = 0;
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < ids.length; i++) {
            ids[i] = id(key, wanted.get(i));
            if (ids[i] < 0) {
                return List.of();
            }
            int count = keys(key).positions.get(ids[i]).size();
            if (count < fewest) {
                fewest = count;
                rarest = i;
            }
        }
        int[] all = ids(key);
        List<Integer> hits = new ArrayList<>();
        for (int position : keys(key).positions.get(ids[rarest])) {
            int start = position - rarest;
            if (start >= 0 && start + ids.length <= all.length && matches(all, start, ids)) {
                hits.add(start);
            }
        }
        return hits;
    }

    private static boolean matches(int[] all, int start, int[] ids) {
        for (int i = 0; i < ids.length; i++) {
            if (all[start + i] != ids[i]) {
                return false;
            }
        }
        return true;
    }

    private Keys keys(LineKey key) {
        return byKey.computeIfAbsent(key, this::build);
    }

    private Keys build(LineKey key) {
        Keys keys = new Keys(file.size());
        for (int i = 0; i < keys.ids.length; i++) {
            int id = keys.dictionary.computeIfAbsent(key.of(file.text(i)), text -> keys.positions.size());
            if (id == keys.positions.size()) {
                keys.positions.add(new ArrayList<>());
            }
            keys.positions.get(id).add(i);
            keys.ids[i] = id;
        }
        return keys;
    }
}
