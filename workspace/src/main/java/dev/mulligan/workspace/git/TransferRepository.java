package dev.mulligan.workspace.git;

import dev.mulligan.workspace.state.CacheFolder;
import dev.mulligan.workspace.tree.FolderRemoval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A repository of our own on this machine through which files of runs travel: they are sent to the repository at the
 * address, and fetched from there on another machine.
 *
 * <p>What is sent stands below {@code refs/mulligan/runs/}, under names made from its content, so that two senders never
 * contradict each other. Nobody's branch changes but one that {@link #publish} makes.
 */
public final class TransferRepository {
    private static final String RUNS = "refs/mulligan/runs/";

    private final Path folder;
    private final String address;
    private final Git git;
    private final GitRemote remote;

    private TransferRepository(Path folder, String address) {
        this.folder = folder;
        this.address = address;
        this.git = Git.in(folder).checking(OwnGitFiles.withWorkTree(folder.resolve(".git"))::restore);
        this.remote = new GitRemote(git, address);
    }

    /** The hub of an address, made on first use in the user's cache. */
    public static TransferRepository open(String address) throws IOException {
        return open(address, CacheFolder.of("hubs", address));
    }

    /** The same, in a folder of the caller's choice. */
    public static TransferRepository open(String address, Path folder) throws IOException {
        if (!Files.isDirectory(folder.resolve(".git"))) {
            create(folder);
        }
        return new TransferRepository(folder, address);
    }

    /** Made aside and put in place in one go: two programs may come at the same moment. */
    private static void create(Path folder) throws IOException {
        Path parent = Optional.ofNullable(folder.getParent()).orElse(folder);
        CacheFolder.make(parent);
        Path aside = Files.createTempDirectory(parent, "new");
        Git.anywhere(aside).text("init", "-q", "--template=", "-b", "mulligan");
        try {
            Files.move(aside, folder);
        } catch (IOException e) {
            if (!Files.isDirectory(folder.resolve(".git"))) {
                throw e;
            }
            // Somebody else was first; theirs is as good.
            FolderRemoval.removeAll(aside);
        }
    }

    public Path folder() {
        return folder;
    }

    public String address() {
        return address;
    }

    /** The commit a branch, tag or full name stands at now, with everything it holds. */
    public String fetch(String ref) throws IOException {
        String own = RUNS + "starts/" + CacheFolder.name(ref);
        remote.run("fetch", "-q", "--no-tags", "--no-write-fetch-head", address, "+" + ref + ":" + own);
        return git.text("rev-parse", "-q", "--verify", own + "^{commit}");
    }

    /** Whether all of these objects are here. */
    public boolean has(Iterable<String> objects) throws IOException {
        StringBuilder names = new StringBuilder();
        objects.forEach(name -> names.append(name).append('\n'));
        byte[] answer =
                git.bytes(names.toString().getBytes(StandardCharsets.UTF_8), "cat-file", "--batch-check=%(objecttype)");
        return new String(answer, StandardCharsets.UTF_8).lines().noneMatch(line -> line.endsWith(" missing"));
    }

    /** Brings here what anybody sent for a run. */
    public void receive(String run) throws IOException {
        String refs = RUNS + run + "/*";
        remote.run("fetch", "-q", "--no-tags", "--no-write-fetch-head", address, "+" + refs + ":" + refs);
    }

    /**
     * Sends commits and trees of a run, so that others can {@link #receive} them.
     *
     * @param parent a commit that holds most of it
     */
    public void send(String run, String parent, Iterable<String> commits, Iterable<String> trees) throws IOException {
        List<String> command = new ArrayList<>(List.of("push", "-q", address));
        for (String commit : commits) {
            command.add("+" + commit + ":" + RUNS + run + "/commit-" + commit);
        }
        for (String tree : trees) {
            command.add("+" + commit(tree, parent, "files of a step\n", Instant.EPOCH) + ":" + RUNS + run + "/tree-"
                    + tree);
        }
        if (command.size() > 3) {
            remote.run(command.toArray(String[]::new));
        }
    }

    /** A new commit, not on any branch. */
    public String commit(String tree, String parent, String message, Instant at) throws IOException {
        byte[] made =
                git.asMulligan(at).bytes(message.getBytes(StandardCharsets.UTF_8), "commit-tree", tree, "-p", parent);
        return new String(made, StandardCharsets.UTF_8).strip();
    }

    /** The files of a commit. */
    public String tree(String commit) throws IOException {
        return git.text("rev-parse", "-q", "--verify", commit + "^{tree}");
    }

    /** Makes a branch at the address, or moves one that an earlier try has made. */
    public void publish(String branch, String commit) throws IOException {
        remote.run("push", "-q", address, "+" + commit + ":refs/heads/" + branch);
    }

    /** Forgets what was sent for a run, there and here, but for one commit. */
    public void forget(String run, String kept) throws IOException {
        List<String> command = new ArrayList<>(List.of("push", "-q", address));
        for (String line : remote.run("ls-remote", "-q", address, RUNS + run + "/*")
                .lines()
                .toList()) {
            String ref = line.substring(line.indexOf('\t') + 1);
            if (!ref.endsWith("/commit-" + kept)) {
                command.add(":" + ref);
                git.ask("update-ref", "-d", ref);
            }
        }
        if (command.size() > 3) {
            remote.run(command.toArray(String[]::new));
        }
    }
}
