package dev.mulligan.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
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

    private static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();
    private static final int INTERRUPTED = 4;
    private static final int CLOSE_ON_EXEC = 02000000;
    private static final short NO_SIGNAL_BLOCKED = 0x08;
    private static final short OWN_SESSION = 0x80;
    private static final int FIRST_OTHER = 3;

    // Larger than the library's own types, whose sizes differ a little between machines.
    private static final long ACTIONS_BYTES = 512;
    private static final long ATTRIBUTES_BYTES = 1024;
    private static final long SIGNALS_BYTES = 256;

    private final MethodHandle pipe;
    private final MethodHandle close;
    private final MethodHandle wait;
    private final MethodHandle spawn;
    private final MethodHandle actionsInit;
    private final MethodHandle actionsDestroy;
    private final MethodHandle actionsDup;
    private final MethodHandle actionsFolder;
    private final MethodHandle actionsCloseFrom;
    private final MethodHandle attributesInit;
    private final MethodHandle attributesDestroy;
    private final MethodHandle attributesFlags;
    private final MethodHandle attributesMask;

    private CLibrary(Linker linker) {
        this.pipe = call(linker, true, "pipe2", ADDRESS, JAVA_INT);
        this.close = call(linker, false, "close", JAVA_INT);
        this.wait = call(linker, true, "waitpid", JAVA_INT, ADDRESS, JAVA_INT);
        this.spawn = call(linker, false, "posix_spawn", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        this.actionsInit = call(linker, false, "posix_spawn_file_actions_init", ADDRESS);
        this.actionsDestroy = call(linker, false, "posix_spawn_file_actions_destroy", ADDRESS);
        this.actionsDup = call(linker, false, "posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
        this.actionsFolder = call(linker, false, "posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
        this.actionsCloseFrom = call(linker, false, "posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT);
        this.attributesInit = call(linker, false, "posix_spawnattr_init", ADDRESS);
        this.attributesDestroy = call(linker, false, "posix_spawnattr_destroy", ADDRESS);
        this.attributesFlags = call(linker, false, "posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
        this.attributesMask = call(linker, false, "posix_spawnattr_setsigmask", ADDRESS, ADDRESS);
    }

    /** Empty where one is missing, as on macOS or with an older library, or where Java may not call it. */
    static Optional<CLibrary> load() {
        boolean known = System.getProperty("os.name", "").equals("Linux") && Files.isDirectory(OWN_FILES);
        if (!known) {
            return Optional.empty();
        }
        try {
            return Optional.of(new CLibrary(Linker.nativeLinker()));
        } catch (NoSuchElementException | IllegalCallerException | UnsupportedOperationException missing) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle call(Linker linker, boolean errno, String name, MemoryLayout... arguments) {
        Linker.Option[] options =
                errno ? new Linker.Option[] {Linker.Option.captureCallState("errno")} : new Linker.Option[0];
        return linker.downcallHandle(
                linker.defaultLookup().find(name).orElseThrow(), FunctionDescriptor.of(JAVA_INT, arguments), options);
    }

    /** Descriptors of a pipe's two ends. */
    record Pipe(int read, int write) {}

    Pipe pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            MemorySegment errno = arena.allocate(ERRNO);
            if (number(() -> (int) pipe.invokeExact(errno, ends, CLOSE_ON_EXEC)) != 0) {
                throw new IOException("a pipe could not be made (error " + errno.get(JAVA_INT, 0) + ")");
            }
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        }
    }

    void close(int descriptor) {
        int ignored = number(() -> (int) close.invokeExact(descriptor));
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
            check("init", () -> (int) actionsInit.invokeExact(actions));
            try {
                check("init", () -> (int) attributesInit.invokeExact(attributes));
                try {
                    check("flags", () -> (int) attributesFlags.invokeExact(attributes, flags));
                    check("mask", () -> (int) attributesMask.invokeExact(attributes, none));
                    check("stdin", () -> (int) actionsDup.invokeExact(actions, in, 0));
                    check("stdout", () -> (int) actionsDup.invokeExact(actions, out, 1));
                    check("stderr", () -> (int) actionsDup.invokeExact(actions, err, 2));
                    check("files", () -> (int) actionsCloseFrom.invokeExact(actions, FIRST_OTHER));
                    check("folder", () -> (int) actionsFolder.invokeExact(actions, directory));
                    check(file + " in " + folder, () ->
                            (int) spawn.invokeExact(pid, program, actions, attributes, argv, envp));
                } finally {
                    int ignored = number(() -> (int) attributesDestroy.invokeExact(attributes));
                }
            } finally {
                int ignored = number(() -> (int) actionsDestroy.invokeExact(actions));
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
            MemorySegment errno = arena.allocate(ERRNO);
            while (number(() -> (int) wait.invokeExact(errno, pid, status, 0)) != pid) {
                if (errno.get(JAVA_INT, 0) != INTERRUPTED) {
                    return -1;
                }
            }
            int ended = status.get(JAVA_INT, 0);
            int signal = ended & 0x7F;
            return signal == 0 ? (ended >> 8) & 0xFF : 128 + signal;
        }
    }

    /** A call whose result is a number. */
    interface Call {
        int make() throws Throwable;
    }

    private static void check(String what, Call call) throws IOException {
        int error = number(call);
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

    /** The result of a call of the C library, which throws nothing of its own. */
    static int number(Call call) {
        try {
            return call.make();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a call of the C library failed", impossible);
        }
    }
}
