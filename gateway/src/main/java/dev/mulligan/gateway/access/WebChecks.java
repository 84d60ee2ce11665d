package dev.mulligan.gateway.access;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps pages of other sites, opened in a browser on this machine, away from this server. */
public final class WebChecks {

    private WebChecks() {}

    /** A page on the web can make its own name point here; an address or localhost it cannot. */
    public static boolean isOwnName(@Nullable String host, Set<String> allowed) {
        String name = nameIn(host);
        return name.equals("localhost") || isAddress(name) || allowed.contains(name);
    }

    /** The name in a {@code Host} header, without the port. */
    public static String nameIn(@Nullable String host) {
        return host == null ? "" : withoutPort(host).toLowerCase(Locale.ROOT);
    }

    /** Programs send neither header; browsers send them where it matters, and pages cannot change them. */
    public static boolean isOwnPage(@Nullable String origin, @Nullable String fetchSite, @Nullable String host) {
        boolean ownOrigin = origin == null || origin.equals("http://" + host) || origin.equals("https://" + host);
        return ownOrigin && (fetchSite == null || fetchSite.equals("none") || fetchSite.equals("same-origin"));
    }

    private static String withoutPort(String host) {
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return end <= 0 ? host : host.substring(0, end);
    }

    private static boolean isAddress(String name) {
        boolean six = name.startsWith("[") && name.endsWith("]");
        boolean four = !name.isEmpty() && name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        return six || four;
    }
}
