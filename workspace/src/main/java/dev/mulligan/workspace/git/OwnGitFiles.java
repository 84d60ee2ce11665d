package dev.mulligan.workspace.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The files of a git folder of ours that git takes orders from, as they must be, byte for byte. They are looked at before
 * each use: an agent that reached them could otherwise have git run its programs with what the agent itself never sees.
 *
 * @param folder the git folder
 * @param files by name; every other file that could add settings is removed
 */
record OwnGitFiles(Path folder, Map<String, String> files) {
    private static final String NO_FILTERS = "* -text -filter -ident !eol !working-tree-encoding !diff !merge\n";
    private static final List<String> UNWANTED = List.of("commondir", "config.worktree");

    /** Of the shadow repository. */
    OwnGitFiles(Path folder, int digits) {
        this(folder, shadow(digits));
    }

    /** Of a repository with a work tree. */
    static OwnGitFiles withWorkTree(Path folder) {
        return new OwnGitFiles(folder, Map.of("config", config(40, false), "info/attributes", NO_FILTERS));
    }

    private static Map<String, String> shadow(int digits) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("config", config(digits, true));
        files.put("info/attributes", NO_FILTERS);
        files.put("info/exclude", "/.mulligan/\n");
        return files;
    }

    private static String config(int digits, boolean bare) {
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
        return "[core]\n\trepositoryformatversion = " + (digits == 40 ? 0 : 1) + "\n\tfilemode = true\n\tbare = " + bare
                + "\n" + (mac ? "\tignorecase = true\n\tprecomposeunicode = true\n" : "")
                + (digits == 40 ? "" : "[extensions]\n\tobjectformat = sha256\n");
    }

    void restore() throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            byte[] wanted = file.getValue().getBytes(StandardCharsets.UTF_8);
            if (!isExactly(path, wanted)) {
                replace(path, wanted);
            }
        }
        for (String name : UNWANTED) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    private static boolean isExactly(Path path, byte[] wanted) throws IOException {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                && Files.size(path) == wanted.length
                && Arrays.equals(Files.readAllBytes(path), wanted);
    }

    /** Two programs may do it at the same moment; both write the same. */
    private void replace(Path path, byte[] wanted) throws IOException {
        Path parent = path.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Path fresh = Files.createTempFile(folder, "settings", ".new");
        Files.write(fresh, wanted);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
