package dev.mulligan.provider.translate;

/** Ids of tool calls. Some providers use signs in them that others refuse. */
final class CallIds {

    private CallIds() {}

    /** The same each time, so that a call and its result stay together. */
    static String plain(String id) {
        String plain = id.replaceAll("[^A-Za-z0-9_-]", "_");
        return plain.isEmpty() ? "call_0" : plain;
    }
}
