package dev.mulligan.workspace.tree;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * One path, from what it must be now to what it shall be.
 *
 * @param keepMode whether an existing file's permissions stay as they are
 */
public record TreeChange(String path, FileState before, FileState after, Content content, boolean keepMode) {
    /** Where the bytes come from (a link's target text, for links). */
    public interface Content {
        InputStream open() throws IOException;
    }

    public static final Content NO_CONTENT = InputStream::nullInputStream;

    public static Content bytes(byte[] bytes) {
        return () -> new ByteArrayInputStream(bytes);
    }
}
