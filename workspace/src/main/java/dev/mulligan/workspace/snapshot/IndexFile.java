package dev.mulligan.workspace.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads what a git index says about files: their content's names and the stamps they had then. */
final class IndexFile {
    private static final int MAGIC = 0x44495243;
    private static final int FIXED = 40;
    private static final int NAME_LENGTH = 0x0FFF;

    private IndexFile() {}

    /** One file. {@code size} has only the lower 32 bits, as git keeps it. */
    record Entry(long modified, long changed, long inode, long size, String mode, String blob) {
        boolean matches(FileStamp stamp) {
            return stamp.modified() == modified
                    && stamp.changed() == changed
                    && (stamp.inode() & 0xFFFF_FFFFL) == inode
                    && (stamp.size() & 0xFFFF_FFFFL) == size
                    && stamp.gitMode().equals(mode);
        }
    }

    /** Empty when the file is of a kind that this reader does not know. */
    static Optional<Map<String, Entry>> read(Path file, int digits) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        if (in.remaining() < 12 || in.getInt() != MAGIC || in.getInt() != 2) {
            return Optional.empty();
        }
        int count = in.getInt();
        Map<String, Entry> entries = new LinkedHashMap<>(count * 2);
        byte[] blob = new byte[digits / 2];
        for (int i = 0; i < count; i++) {
            int start = in.position();
            long changed = nanos(in);
            long modified = nanos(in);
            in.getInt();
            long inode = in.getInt() & 0xFFFF_FFFFL;
            int mode = in.getInt();
            in.getInt();
            in.getInt();
            long size = in.getInt() & 0xFFFF_FFFFL;
            in.get(blob);
            int length = in.getShort() & NAME_LENGTH;
            if (length == NAME_LENGTH) {
                return Optional.empty();
            }
            byte[] name = new byte[length];
            in.get(name);
            int used = FIXED + blob.length + 2 + length;
            in.position(start + (used / 8 + 1) * 8);
            entries.put(
                    new String(name, StandardCharsets.UTF_8),
                    new Entry(
                            modified,
                            changed,
                            inode,
                            size,
                            Integer.toOctalString(mode),
                            HexFormat.of().formatHex(blob)));
        }
        return Optional.of(entries);
    }

    private static long nanos(ByteBuffer in) {
        return in.getInt() * 1_000_000_000L + in.getInt();
    }
}
