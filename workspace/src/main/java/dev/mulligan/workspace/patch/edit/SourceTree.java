package dev.mulligan.workspace.patch.edit;

import java.io.IOException;
import java.util.List;

/** The files as they are now. Paths are relative, with {@code /}, and have passed the path rules. */
public interface SourceTree {
    /** What stands at a path. A path that goes through a symbolic link is {@code LINK}. */
    enum Kind {
        FILE,
        MISSING,
        FOLDER,
        LINK,
        OTHER
    }

    Kind kind(String path) throws IOException;

    long size(String path) throws IOException;

    byte[] read(String path) throws IOException;

    /** Files whose path ends with {@code "/" + suffix}; at most {@code limit}. */
    List<String> endingWith(String suffix, int limit) throws IOException;

    /** An existing path that differs from this one in case only, if there is one; otherwise the path itself. */
    String sameIgnoringCase(String path) throws IOException;
}
