package dev.mulligan.workspace.copy;

import dev.mulligan.workspace.git.Git;
import dev.mulligan.workspace.git.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The git folder of a working copy: the history of the workspace's repository, and branches, index, stash and settings of
 * its own. A linked worktree would share the last four with the user, and agents do commit, stash and configure.
 */
final class CopyRepository {

    private static final String ALTERNATES = "objects/info/alternates";

    private static final List<String> KEPT_SETTINGS = List.of(
            "user.name",
            "user.email",
            "core.autocrlf",
            "core.eol",
            "core.ignorecase",
            "core.symlinks",
            "core.filemode",
            "core.precomposeunicode");

    private final Repository users;
    private final Path folder;

    /** @param folder of the copy */
    CopyRepository(Repository users, Path folder) {
        this.users = users;
        this.folder = folder;
    }

    private Path git() {
        return folder.resolve(".git");
    }

    /**
     * Whether it is the one we made. Without one git would look for another further up, such as in the home; one that an
     * agent made in its place does not have the workspace's history.
     */
    boolean isThere() throws IOException {
        Path alternates = git().resolve(ALTERNATES);
        return Files.isDirectory(git(), LinkOption.NOFOLLOW_LINKS)
                && Files.isRegularFile(git().resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
                && Files.isDirectory(git().resolve("refs"), LinkOption.NOFOLLOW_LINKS)
                && Files.isRegularFile(alternates, LinkOption.NOFOLLOW_LINKS)
                && Files.readString(alternates, StandardCharsets.ISO_8859_1).contains(objects());
    }

    /** As git reads it: bytes, not characters. */
    private String objects() {
        return new String((users.objects() + "\n").getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Whether git can read which files it tracks. */
    boolean isRead() throws IOException {
        return Git.in(folder).ask("ls-files", "-z", "--cached").isPresent();
    }

    /**
     * Makes it, or brings one up to where the user's repository stands now.
     *
     * @param head the commit to stand on; {@code HEAD} for the branch the workspace is on
     * @param hidden paths of the copy that are no work, from its root
     */
    void make(String head, List<String> hidden) throws IOException {
        Git owner = users.owner();
        Path git = git();
        Files.createDirectories(git.resolve("refs/heads"));
        Files.createDirectories(git.resolve("objects/info"));
        Files.createDirectories(git.resolve("objects/pack"));
        Files.createDirectories(git.resolve("info"));
        // Tools that install a hook expect the folder.
        Files.createDirectories(git.resolve("hooks"));
        Files.writeString(git.resolve(ALTERNATES), objects(), StandardCharsets.ISO_8859_1);
        Files.writeString(git.resolve("config"), settings(owner), StandardCharsets.UTF_8);
        Path theirs = users.gitFolder();
        for (String file : List.of("shallow", "index")) {
            if (Files.isRegularFile(theirs.resolve(file))) {
                Files.copy(theirs.resolve(file), git.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        exclude(hidden);
        StringBuilder refs = new StringBuilder();
        owner.text("for-each-ref", "--format=%(objectname) %(refname)")
                .lines()
                .filter(line -> !line.contains(" refs/mulligan/") && !line.contains(" refs/stash"))
                .forEach(line -> refs.append(line).append('\n'));
        Files.writeString(git.resolve("packed-refs"), refs, StandardCharsets.UTF_8);
        boolean branch = head.equals("HEAD");
        Optional<String> name = branch ? owner.ask("symbolic-ref", "-q", "HEAD") : Optional.empty();
        Optional<String> commit = owner.ask("rev-parse", "-q", "--verify", head + "^{commit}");
        Files.writeString(
                git.resolve("HEAD"),
                name.map(ref -> "ref: " + ref).or(() -> commit).orElse("ref: refs/heads/main") + "\n",
                StandardCharsets.UTF_8);
        if (!Files.exists(git.resolve("index")) && commit.isPresent()) {
            Git.in(folder).text("read-tree", commit.get());
        }
    }

    /** Only these rules count, whatever an agent writes there: a file that it hides would be left out of every look. */
    void exclude(List<String> hidden) throws IOException {
        StringBuilder rules = new StringBuilder();
        for (Path file : users.rules()) {
            if (file.endsWith("info/exclude") && Files.isRegularFile(file)) {
                rules.append(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .append('\n');
                break;
            }
        }
        hidden.forEach(path -> rules.append('/').append(path).append('\n'));
        Path exclude = git().resolve("info/exclude");
        String wanted = rules.toString();
        if (!Files.isRegularFile(exclude)
                || !Files.readString(exclude, StandardCharsets.ISO_8859_1).equals(wanted)) {
            Files.createDirectories(git().resolve("info"));
            Files.deleteIfExists(exclude);
            Files.writeString(exclude, wanted, StandardCharsets.ISO_8859_1);
        }
    }

    private String settings(Git owner) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("[core]\n\trepositoryformatversion = " + (users.digits() == 40 ? 0 : 1) + "\n\tbare = false");
        if (users.digits() != 40) {
            lines.add("[extensions]\n\tobjectformat = sha256");
        }
        String all =
                owner.ask("config", "--local", "--no-includes", "-z", "--list").orElse("");
        for (String setting : all.split("\0", -1)) {
            int end = setting.indexOf('\n');
            if (end > 0 && isKept(setting.substring(0, end))) {
                lines.add(written(setting.substring(0, end), setting.substring(end + 1)));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static boolean isKept(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        boolean remote = small.startsWith("remote.") && (small.endsWith(".url") || small.endsWith(".fetch"));
        boolean branch = small.startsWith("branch.") && (small.endsWith(".remote") || small.endsWith(".merge"));
        return remote || branch || KEPT_SETTINGS.contains(small);
    }

    /** A name such as {@code remote.origin.url}: section, a name that may hold anything, key. */
    private static String written(String name, String value) {
        int first = name.indexOf('.');
        int last = name.lastIndexOf('.');
        String section = name.substring(0, first);
        String head = first == last
                ? "[" + section + "]"
                : "[" + section + " \"" + quoted(name.substring(first + 1, last)) + "\"]";
        return head + "\n\t" + name.substring(last + 1) + " = \"" + quoted(withoutSecret(value)) + "\"";
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ");
    }

    /** An address may hold a password, which is for the user's own pushes. */
    private static String withoutSecret(String value) {
        int scheme = value.indexOf("://");
        int at = value.indexOf('@', scheme + 3);
        int slash = value.indexOf('/', scheme + 3);
        boolean secret = value.startsWith("http") && scheme > 0 && at > 0 && (slash < 0 || at < slash);
        return secret ? value.substring(0, scheme + 3) + value.substring(at + 1) : value;
    }
}
