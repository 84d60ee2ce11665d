package dev.mulligan.workspace.patch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a peer's own tests try, told in our words with files of our own.
 *
 * @param refusal why it is refused, as the manual says it; empty where it is applied
 */
record PeerCase(String name, Map<String, String> before, String answer, Map<String, String> after, String refusal) {
    static final String FILE = "f.txt";

    /** An answer for one file, with its text before and afterwards. */
    static PeerCase exact(String name, String before, String answer, String after) {
        return new PeerCase(name, Map.of(FILE, before), answer, Map.of(FILE, after), "");
    }

    static PeerCase refused(String name, String before, String answer, String why) {
        return new PeerCase(name, Map.of(FILE, before), answer, Map.of(FILE, before), why);
    }

    /** The same with other files beside it. */
    PeerCase with(String path, String text) {
        Map<String, String> more = new LinkedHashMap<>(before);
        Map<String, String> kept = new TreeMap<>(after);
        more.put(path, text);
        kept.put(path, text);
        return new PeerCase(name, more, answer, kept, refusal);
    }

    /** A file that is there afterwards, or with an empty text is not. */
    PeerCase leaves(String path, String text) {
        Map<String, String> changed = new TreeMap<>(after);
        if (text.isEmpty()) {
            changed.remove(path);
        } else {
            changed.put(path, text);
        }
        return new PeerCase(name, before, answer, changed, refusal);
    }
}
