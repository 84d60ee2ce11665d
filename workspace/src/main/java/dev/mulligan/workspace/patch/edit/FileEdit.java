package dev.mulligan.workspace.patch.edit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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
     * @param times how often it stands in the file, as the answer says; {@link #EVERY_TIME} if every occurrence is meant
     */
    record Substitution(String path, String old, String fresh, int times) implements FileEdit {
        public static final int EVERY_TIME = 0;
        public static final int ONCE = 1;

        @Override
        public String shownPath() {
            return path;
        }
    }

    /**
     * Lines to put behind another one, which only its number names.
     *
     * @param after how many lines of the file stand before them; empty for all
     */
    record Insertion(String path, OptionalInt after, String text) implements FileEdit {
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
