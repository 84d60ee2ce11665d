package dev.mulligan.workspace.patch.edit;

/** How far a hunk had to be bent to fit, from not at all to context left out. */
public enum MatchLevel {
    /** Every quoted line is there, letter for letter, at the stated place. */
    EXACT,
    /** Letter for letter, at another place than stated. */
    RELOCATED,
    /** After mending marks, blank context lines or line numbers inside the hunk. */
    REPAIRED,
    /** White space differs; added lines took the file's indentation. */
    WHITESPACE,
    /** Quotes, dashes or spaces differ in kind. */
    PUNCTUATION,
    /** Context lines were left out or differ. */
    DRIFTED,
    /** The new side was there already: nothing to do. */
    ALREADY_THERE,
    /** A whole file was created, replaced, moved or removed. */
    WHOLE_FILE
}
