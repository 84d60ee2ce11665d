package dev.mulligan.workspace.patch.edit;

import java.util.List;
import java.util.Optional;

/** What an answer asks for one file. Paths are as written; the patcher decides which file they mean. */
public sealed interface FileEdit {
    /** The path as the answer has it, for messages. */
    String shownPath();

    /** What a diff wants to happen to the file as a whole. */
    enum Intent {
        UPDATE,
        CREATE,
        DELETE,
        RENAME,
        COPY
    }

    /** What a whole-file answer wants. {@code WRITE} is create or replace, whichever fits. */
    enum Action {
        CREATE,
        MODIFY,
        WRITE
    }

    /** Hunks against a file: a diff, a {@code *** Update File} section, or SEARCH/REPLACE blocks. */
    record Diff(EditNames names, Intent intent, Optional<Boolean> executable, List<Hunk> hunks) implements FileEdit {
        public Diff {
            hunks = List.copyOf(hunks);
        }

        @Override
        public String shownPath() {
            return names.shown();
        }
    }

    /**
     * A piece of text to exchange for another, to the letter; it need not be whole lines.
     *
     * @param all whether every occurrence is meant, and not the only one
     */
    record Substitution(String path, String old, String fresh, boolean all) implements FileEdit {
        @Override
        public String shownPath() {
            return path;
        }
    }

    /** A block whose marks can be read in several ways; the file decides which of them is meant. */
    record OneOf(String path, List<Hunk> readings) implements FileEdit {
        public OneOf {
            readings = List.copyOf(readings);
        }

        @Override
        public String shownPath() {
            return path;
        }
    }

    /** A complete file. */
    record Content(String path, Action action, String text) implements FileEdit {
        @Override
        public String shownPath() {
            return path;
        }
    }

    /** A file to remove without its content being quoted. */
    record Removal(String path) implements FileEdit {
        @Override
        public String shownPath() {
            return path;
        }
    }
}
