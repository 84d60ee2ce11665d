package dev.mulligan.wire;

/** Where something stands in a file, both counted from 1. */
public record Place(String file, int line, int column) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
