package dev.mulligan.gateway.http;

import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Copies headers in their order and spelling, but for those that belong to one connection only. */
public final class HopByHop {

    private static final Set<String> NAMES = ignoringCase(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "http2-settings");

    private HopByHop() {}

    private static Set<String> ignoringCase(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(List.of(names));
        return set;
    }

    public static void copy(MultiMap from, MultiMap to, Predicate<String> leaveOut) {
        Set<String> named = namedByConnection(from);
        for (Map.Entry<String, String> header : from) {
            String name = header.getKey();
            if (!isHopByHop(name)
                    && !leaveOut.test(name)
                    && (named.isEmpty() || !named.contains(name.toLowerCase(Locale.ROOT)))) {
                to.add(name, header.getValue());
            }
        }
    }

    /** Most names begin with another letter, and are told apart by it. */
    private static boolean isHopByHop(String name) {
        return switch (name.isEmpty() ? ' ' : name.charAt(0) | 0x20) {
            case 'c', 'k', 'p', 't', 'u', 'h' -> NAMES.contains(name);
            default -> false;
        };
    }

    /** A connection header may name further ones. */
    private static Set<String> namedByConnection(MultiMap headers) {
        List<String> values = headers.getAll("connection");
        if (values.isEmpty() || (values.size() == 1 && isUsual(values.getFirst()))) {
            return Set.of();
        }
        Set<String> named = new HashSet<>();
        for (String value : values) {
            for (String name : value.split(",", -1)) {
                named.add(name.strip().toLowerCase(Locale.ROOT));
            }
        }
        // These frame the message; a client that names them here wants to confuse one of us.
        named.remove("content-length");
        named.remove("host");
        return named;
    }

    private static boolean isUsual(String value) {
        return value.equalsIgnoreCase("keep-alive") || value.equalsIgnoreCase("close");
    }
}
