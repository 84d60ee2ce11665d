package dev.mulligan.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.mulligan.agent.process.NativeCalls.Function;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The calls of the C library that start a process in a session of its own and wait for it, where it has them all. */
final class CLibrary {

    /** Where the files this program has open can be opened by name. */
    static final Path OWN_FILES = Path.of("/proc/self/fd");

    private static final int INTERRUPTED = 4;
    private static final int CLOSE_ON_EXEC = 02000000;
    private static final short NO_SIGNAL_BLOCKED = 0x08;
    private static final short OWN_SESSION = 0x80;
    private static final int FIRST_OTHER = 3;

    // Larger than the library's own types, whose sizes differ a little between machines.
    private static final long ACTIONS_BYTES = 512;
    private static final long ATTRIBUTES_BYTES = 1024;
    private static final long SIGNALS_BYTES = 256;

    private final Function pipe;
    private final Function close;
    private final Function wait;
    private final Function spawn;
    private final Function actionsInit;
    private final Function actionsDestroy;
    private final Function actionsDup;
    private final Function actionsFolder;
    private final Function actionsCloseFrom;
    private final Function attributesInit;
    private final Function attributesDestroy;
    private final Function attributesFlags;
    private final Function attributesMask;

    private CLibrary(NativeCalls calls) {
        this.pipe = calls.function("pipe2");
        this.close = calls.function("close");
        this.wait = calls.function("waitpid");
        this.spawn = calls.function("posix_spawn");
        this.actionsInit = calls.function("posix_spawn_file_actions_init");
        this.actionsDestroy = calls.function("posix_spawn_file_actions_destroy");
        this.actionsDup = calls.function("posix_spawn_file_actions_adddup2");
        this.actionsFolder = calls.function("posix_spawn_file_actions_addchdir_np");
        this.actionsCloseFrom = calls.function("posix_spawn_file_actions_addclosefrom_np");
        this.attributesInit = calls.function("posix_spawnattr_init");
        this.attributesDestroy = calls.function("posix_spawnattr_destroy");
        this.attributesFlags = calls.function("posix_spawnattr_setflags");
        this.attributesMask = calls.function("posix_spawnattr_setsigmask");
    }

    /** Empty where one is missing, as on macOS or with an older library, or where Java may not call it. */
    static Optional<CLibrary> load() {
        boolean known = System.getProperty("os.name", "").equals("Linux") && Files.isDirectory(OWN_FILES);
        if (!known) {
            return Optional.empty();
        }
        try {
            return NativeCalls.system().map(CLibrary::new);
        } catch (NoSuchElementException missing) {
            return Optional.empty();
        }
    }

    /** Descriptors of a pipe's two ends. */
    record Pipe(int read, int write) {}

    Pipe pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            MemorySegment errno = arena.allocate(NativeCalls.ERRNO);
            if (pipe.callTelling(errno, ends.address(), CLOSE_ON_EXEC) != 0) {
                throw new IOException("a pipe could not be made (error " + errno.get(JAVA_INT, 0) + ")");
            }
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        }
    }

    void close(int descriptor) {
        int ignored = close.call(descriptor);
    }

    /**
     * Starts a program in a session of its own with nothing open but these three.
     *
     * @param file of the program
     * @param command what the program is called, then its arguments
     * @param environment {@code NAME=value}
     * @return its process id
     */
    int spawn(String file, List<String> command, List<String> environment, String folder, int in, int out, int err)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment actions = arena.allocate(ACTIONS_BYTES, 16);
            MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, 16);
            MemorySegment directory = arena.allocateFrom(folder);
            MemorySegment program = arena.allocateFrom(file);
            MemorySegment argv = strings(arena, command);
            MemorySegment envp = strings(arena, environment);
            MemorySegment pid = arena.allocate(JAVA_INT);
            MemorySegment none = arena.allocate(SIGNALS_BYTES, 16);
            short flags = NO_SIGNAL_BLOCKED | OWN_SESSION;
            check("init", actionsInit.call(actions.address()));
            try {
                check("init", attributesInit.call(attributes.address()));
                try {
                    check("flags", attributesFlags.call(attributes.address(), flags));
                    check("mask", attributesMask.call(attributes.address(), none.address()));
                    check("stdin", actionsDup.call(actions.address(), in, 0));
                    check("stdout", actionsDup.call(actions.address(), out, 1));
                    check("stderr", actionsDup.call(actions.address(), err, 2));
                    check("files", actionsCloseFrom.call(actions.address(), FIRST_OTHER));
                    check("folder", actionsFolder.call(actions.address(), directory.address()));
                    check(
                            file + " in " + folder,
                            spawn.call(
                                    pid.address(),
                                    program.address(),
                                    actions.address(),
                                    attributes.address(),
                                    argv.address(),
                                    envp.address()));
                } finally {
                    int ignored = attributesDestroy.call(attributes.address());
                }
            } finally {
                int ignored = actionsDestroy.call(actions.address());
            }
            return pid.get(JAVA_INT, 0);
        }
    }

    private static MemorySegment strings(Arena arena, List<String> texts) {
        List<MemorySegment> all = new ArrayList<>();
        texts.forEach(text -> all.add(arena.allocateFrom(text)));
        MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < all.size(); i++) {
            array.setAtIndex(ADDRESS, i, all.get(i));
        }
        array.setAtIndex(ADDRESS, all.size(), MemorySegment.NULL);
        return array;
    }

    /** Waits for a child's end and gives its exit code; 128 and the signal for one that a signal ended. */
    int await(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            MemorySegment errno = arena.allocate(NativeCalls.ERRNO);
            while (wait.callTelling(errno, pid, status.address(), 0) != pid) {
                if (errno.get(JAVA_INT, 0) != INTERRUPTED) {
                    return -1;
                }
            }
            int ended = status.get(JAVA_INT, 0);
            int signal = ended & 0x7F;
            return signal == 0 ? (ended >> 8) & 0xFF : 128 + signal;
        }
    }

    private static void check(String what, int error) throws IOException {
        if (error != 0) {
            throw new IOException(what + ": " + reason(error));
        }
    }

    private static String reason(int error) {
        return switch (error) {
            case 2 -> "no such file or folder";
            case 7 -> "the arguments or the environment are too long";
            case 11 -> "too many processes";
            case 12 -> "not enough memory";
            case 13 -> "permission denied";
            case 20 -> "not a folder";
            default -> "error " + error;
        };
    }
}
