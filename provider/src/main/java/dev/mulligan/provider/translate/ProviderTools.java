package dev.mulligan.provider.translate;

import java.util.Set;

/** Tools that a provider itself runs, such as {@code web_search}. {@code leaveOut}: those that may be missing. */
record ProviderTools(Set<String> leaveOut) {

    ProviderTools {
        leaveOut = Set.copyOf(leaveOut);
    }

    /** Notes that this one is missing in the translation. */
    void drop(Fields tool, String type) {
        if (!leaveOut.contains(type)) {
            throw new UntranslatableException(
                    tool.name("type"),
                    type + " is a tool that the provider itself runs; other upstreams do not have it");
        }
        tool.note("type " + type);
    }
}
