package dev.mulligan.workspace.tree;

/** What stands at a path, as far as it matters for not losing anything. */
public sealed interface FileState {
    /** Nothing there. */
    record Absent() implements FileState {}

    /** A regular file. */
    record Regular(ContentHash print, boolean executable) implements FileState {}

    /** A symbolic link; the print is of its target's text. */
    record Link(ContentHash print) implements FileState {}

    /** A folder, a pipe, a device: never written to. */
    record Other() implements FileState {}

    FileState ABSENT = new Absent();
    FileState OTHER = new Other();
}
