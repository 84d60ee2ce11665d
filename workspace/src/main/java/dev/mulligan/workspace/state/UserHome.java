package dev.mulligan.workspace.state;

import java.nio.file.Path;

/** The user's home as every other program sees it: {@code $HOME}, which Java itself does not look at. */
public final class UserHome {

    private UserHome() {}

    /** {@code $HOME} if it is a whole path, otherwise what the system says. */
    public static Path path() {
        String home = System.getenv().getOrDefault("HOME", "");
        return Path.of(home.startsWith("/") ? home : System.getProperty("user.home", "/"));
    }
}
