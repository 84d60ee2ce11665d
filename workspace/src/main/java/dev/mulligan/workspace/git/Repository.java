package dev.mulligan.workspace.git;

import dev.mulligan.workspace.tree.FolderRemoval;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The repository checkpoints are kept in: the user's own, or a shadow one for a plain folder.
 *
 * <p>Work trees are always read and written through {@code shadow}, a git folder of our own with no filters, no hooks
 * and its own index. For a user's repository it stores its objects in the user's, which then names them by private
 * references.
 */
public final class Repository {
    private final Path root;
    private final Path shadow;
    private final Optional<Path> git;
    private final Path objects;
    private final int digits;
    private final OwnGitFiles settings;

    private Repository(Path root, Path shadow, Optional<Path> git, Path objects, int digits) {
        this.settings = new OwnGitFiles(shadow, digits);
        this.root = root;
        this.shadow = shadow;
        this.git = git;
        this.objects = objects;
        this.digits = digits;
    }

    /**
     * Makes the shadow on first use.
     *
     * @param area a folder of our own
     * @param git the user's git folder, if there is one
     */
    public static Repository open(Path root, Path area, Optional<Path> git) throws IOException {
        Path shadow = area.resolve("shadow.git");
        Path objects = shadow.resolve("objects");
        String format = "sha1";
        if (git.isPresent()) {
            Git user = Git.in(root);
            objects = root.resolve(user.text("rev-parse", "--git-path", "objects"))
                    .normalize();
            format = user.ask("rev-parse", "--show-object-format").orElse("sha1");
        }
        Repository repository = new Repository(root, shadow, git, objects, format.equals("sha1") ? 40 : 64);
        if (!Files.exists(shadow.resolve("HEAD"))) {
            repository.create(format);
        }
        return repository;
    }

    /** Made aside and put in place in one go: two programs may open a workspace at the same moment. */
    private void create(String format) throws IOException {
        Path parent = Optional.ofNullable(shadow.getParent()).orElse(root);
        Files.createDirectories(parent);
        Path aside = Files.createTempDirectory(parent, "shadow");
        isolated(Git.anywhere(root))
                .text("init", "-q", "--bare", "--template=", "--object-format=" + format, aside.toString());
        new OwnGitFiles(aside, digits).restore();
        try {
            Files.move(aside, shadow, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.exists(shadow.resolve("HEAD"))) {
                throw e;
            }
            // Somebody else was first; theirs is as good.
            FolderRemoval.removeAll(aside);
        }
    }

    /** The same store for a working copy, which has a git folder of its own, or none in a plain folder. */
    public Repository forCopy(Path copy) {
        Optional<Path> own = Optional.of(copy.resolve(".git")).filter(Files::isDirectory);
        return new Repository(copy, shadow, own, objects, digits);
    }

    /** The user's git folder. */
    public Path gitFolder() {
        return git.orElse(shadow);
    }

    public boolean isUsers() {
        return git.isPresent();
    }

    public Path root() {
        return root;
    }

    public Path shadow() {
        return shadow;
    }

    public Path objects() {
        return objects;
    }

    /** How long names of objects are. */
    public int digits() {
        return digits;
    }

    /** Files beside the work tree on which it depends which files are part of it. */
    public List<Path> rules() {
        Path own = git.orElse(shadow);
        return List.of(own.resolve("index"), own.resolve("info/exclude"), objects.resolveSibling("info/exclude"));
    }

    private static Git isolated(Git git) {
        return git.with("GIT_CONFIG_NOSYSTEM", "1")
                .with("GIT_CONFIG_GLOBAL", "/dev/null")
                .with("GIT_CONFIG_SYSTEM", "/dev/null")
                .with("GIT_ATTR_NOSYSTEM", "1");
    }

    /** Git on our own index and the given work tree, without any conversion of contents. */
    public Git plain(Path workTree, Path index) {
        return isolated(Git.anywhere(workTree))
                .checking(settings::restore)
                .with("GIT_DIR", shadow.toString())
                .with("GIT_WORK_TREE", workTree.toString())
                .with("GIT_INDEX_FILE", index.toString())
                .with("GIT_OBJECT_DIRECTORY", objects.toString());
    }

    /**
     * Git as the user's repository, for names, HEAD and ignore rules; the shadow itself for a plain folder, where nothing
     * is tracked: our own index there would keep what was once seen from ever being ignored.
     */
    public Git owner(Path workTree) {
        return git.isPresent() ? Git.in(workTree) : plain(workTree, shadow.resolve("no-index"));
    }

    /** The same for a folder that holds nothing but the rules about ignored files of an earlier moment. */
    public Git ruledBy(Path rules) {
        return git.isPresent() ? Git.in(rules).with("GIT_DIR", gitFolder().toString()) : owner(rules);
    }

    public Git owner() {
        return owner(root);
    }
}
