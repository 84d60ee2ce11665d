package dev.mulligan.text;

/** Where something stands in a file, both counted from 1. */
public record LineColumn(String file, int line, int column) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
