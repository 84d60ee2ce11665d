package dev.mulligan.workspace.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The folders of a tree with their names, of which a change renames only those above it. */
final class TreeShape {
    /** What takes a folder's content and gives its name. */
    interface Naming {
        String tree(byte[] content) throws IOException;
    }

    private static final Comparator<String> AS_GIT =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    /** Files as {@code mode name}; a folder's key ends with a slash, which is also how git sorts it. */
    private static final class Folder {
        private final Map<String, String> files = new TreeMap<>(AS_GIT);
        private final Map<String, Folder> folders = new TreeMap<>(AS_GIT);
        private String name = "";
    }

    private final Folder root = new Folder();

    void put(String path, String mode, String blob) {
        Folder folder = root;
        root.name = "";
        int from = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            folder = folder.folders.computeIfAbsent(path.substring(from, slash + 1), _ -> new Folder());
            folder.name = "";
            from = slash + 1;
        }
        folder.files.put(path.substring(from), mode + " " + blob);
    }

    void remove(String path) {
        remove(root, path);
    }

    private static void remove(Folder folder, String path) {
        folder.name = "";
        int slash = path.indexOf('/');
        if (slash < 0) {
            folder.files.remove(path);
            return;
        }
        Folder inner = folder.folders.get(path.substring(0, slash + 1));
        if (inner != null) {
            remove(inner, path.substring(slash + 1));
            if (inner.files.isEmpty() && inner.folders.isEmpty()) {
                folder.folders.remove(path.substring(0, slash + 1));
            }
        }
    }

    /** Asks only for the names of folders in which something changed. */
    String name(Naming naming) throws IOException {
        return name(root, naming);
    }

    private static String name(Folder folder, Naming naming) throws IOException {
        if (!folder.name.isEmpty()) {
            return folder.name;
        }
        Map<String, String> all = new TreeMap<>(AS_GIT);
        all.putAll(folder.files);
        for (Map.Entry<String, Folder> inner : folder.folders.entrySet()) {
            all.put(inner.getKey(), "40000 " + name(inner.getValue(), naming));
        }
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        all.forEach((key, value) -> {
            int space = value.indexOf(' ');
            String own = key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
            content.writeBytes((value.substring(0, space + 1) + own + "\0").getBytes(StandardCharsets.UTF_8));
            content.writeBytes(HexFormat.of().parseHex(value, space + 1, value.length()));
        });
        folder.name = naming.tree(content.toByteArray());
        return folder.name;
    }
}
