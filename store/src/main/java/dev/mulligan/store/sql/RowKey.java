package dev.mulligan.store.sql;

import java.util.Arrays;

/** A row's key: whole numbers and texts. */
public final class RowKey implements Comparable<RowKey> {
    private final Object[] parts;
    private final int hash;

    public RowKey(Object... parts) {
        this.parts = parts;
        this.hash = Arrays.hashCode(parts);
    }

    public int length() {
        return parts.length;
    }

    /** The parts, with room for more columns. */
    public Object[] padded(int more) {
        return Arrays.copyOf(parts, parts.length + more);
    }

    public Object part(int i) {
        return parts[i];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey key && hash == key.hash && Arrays.equals(parts, key.parts);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(RowKey other) {
        for (int i = 0; i < parts.length; i++) {
            int order = parts[i] instanceof String text
                    ? text.compareTo((String) other.parts[i])
                    : Long.compare(((Number) parts[i]).longValue(), ((Number) other.parts[i]).longValue());
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
