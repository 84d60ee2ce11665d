package dev.mulligan.provider.translate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the tools of a request are called on a wire that allows 64 letters, digits, {@code _} and {@code -}. */
final class ToolNames {

    private static final int LONGEST = 64;

    private final Map<String, String> there = new HashMap<>();
    private final Map<String, String> here = new HashMap<>();

    static ToolNames of(List<ModelRequest.Tool> tools) {
        ToolNames names = new ToolNames();
        tools.forEach(tool -> names.there(tool.name()));
        return names;
    }

    /** The name on the other side. */
    String there(String name) {
        return there.computeIfAbsent(name, original -> {
            String plain = original.replaceAll("[^A-Za-z0-9_-]", "_");
            boolean same = plain.equals(original) && plain.length() <= LONGEST;
            String mark = "_" + Integer.toHexString(original.hashCode());
            String made = same ? plain : plain.substring(0, Math.min(plain.length(), LONGEST - mark.length())) + mark;
            here.put(made, original);
            return made;
        });
    }

    /** The name the client knows; a tool that a model invents keeps its name. */
    String here(String name) {
        return here.getOrDefault(name, name);
    }
}
