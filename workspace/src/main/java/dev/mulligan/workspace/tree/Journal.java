package dev.mulligan.workspace.tree;

import dev.mulligan.workspace.patch.path.PathRules;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/** The list of changes a write has committed to, on disk before the first file is touched. */
final class Journal {
    /** One change as the journal keeps it; its content waits in a file named after its number. */
    record Entry(String path, FileState before, FileState after) {}

    private static final int MAGIC = 0x4d4a_0001;
    private static final int MOST_ENTRIES = 5_000_000;

    private Journal() {}

    /** Puts the list on the disk. It does not count yet. */
    static void draft(Path folder, List<Entry> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckedOutputStream checked = new CheckedOutputStream(bytes, new CRC32());
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked));
        out.writeInt(MAGIC);
        out.writeInt(entries.size());
        for (Entry entry : entries) {
            out.writeUTF(entry.path());
            write(out, entry.before());
            write(out, entry.after());
        }
        out.flush();
        long sum = checked.getChecksum().getValue();
        DataOutputStream tail = new DataOutputStream(bytes);
        tail.writeLong(sum);
        DurableFiles.write(draft(folder), bytes.toByteArray());
    }

    private static Path draft(Path folder) {
        return folder.resolve("manifest.tmp");
    }

    /** After this returns, the changes that were drafted will happen, if not now then at the next recovery. */
    static void commit(Path folder) throws IOException {
        Files.move(draft(folder), manifest(folder), StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.sync(folder);
    }

    /** The rules for patches that say where a path may lead hold for every write. */
    static void requireInside(String path) throws IOException {
        Optional<String> objection = PathRules.leads(path);
        if (objection.isPresent()) {
            throw new IOException("a write names " + path + ": " + objection.get() + "; nothing was written");
        }
    }

    static Path manifest(Path folder) {
        return folder.resolve("manifest");
    }

    /** The committed changes; empty if none were committed. */
    static Optional<List<Entry>> read(Path folder) throws IOException {
        if (!Files.exists(manifest(folder))) {
            return Optional.empty();
        }
        try (InputStream file = new BufferedInputStream(Files.newInputStream(manifest(folder)))) {
            CheckedInputStream checked = new CheckedInputStream(file, new CRC32());
            DataInputStream in = new DataInputStream(checked);
            int magic = in.readInt();
            int count = in.readInt();
            if (magic != MAGIC || count < 0 || count > MOST_ENTRIES) {
                throw new IOException(manifest(folder) + ": not a journal of this version; remove it by hand");
            }
            List<Entry> entries = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String path = in.readUTF();
                requireInside(path);
                entries.add(new Entry(path, readState(in), readState(in)));
            }
            long sum = checked.getChecksum().getValue();
            if (sum != in.readLong()) {
                throw new IOException(manifest(folder) + ": the journal is damaged; remove it by hand");
            }
            return Optional.of(entries);
        }
    }

    private static void write(DataOutputStream out, FileState state) throws IOException {
        switch (state) {
            case FileState.Absent absent -> out.writeByte(0);
            case FileState.Regular regular -> {
                out.writeByte(regular.executable() ? 2 : 1);
                write(out, regular.print());
            }
            case FileState.Link link -> {
                out.writeByte(3);
                write(out, link.print());
            }
            case FileState.Other other -> throw new IOException("only files and links can be written");
        }
    }

    private static void write(DataOutputStream out, ContentHash print) throws IOException {
        out.writeUTF(print.algorithm().name());
        out.writeUTF(print.hex());
    }

    private static FileState readState(DataInputStream in) throws IOException {
        int kind = in.readByte();
        if (kind == 0) {
            return FileState.ABSENT;
        }
        ContentHash print = new ContentHash(ContentHash.Algorithm.valueOf(in.readUTF()), in.readUTF());
        return kind == 3 ? new FileState.Link(print) : new FileState.Regular(print, kind == 2);
    }
}
