package dev.mulligan.gateway.access;

import java.util.Locale;
import java.util.Optional;

/** What the holder of a token may do. Each role may do what the ones before it may. */
public enum Role {
    /** Looks at everything. */
    VIEWER,
    /** Also acts on sessions, requests and runs. */
    OPERATOR,
    /** Also changes what counts for everybody, and reads the audit log. */
    ADMIN;

    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> ofWireName(String name) {
        for (Role role : values()) {
            if (role.wireName().equals(name)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
