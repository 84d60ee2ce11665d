package dev.mulligan.workspace.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs git against a repository elsewhere, with the user's own ways to be let in. Nothing is asked at a terminal. */
record GitRemote(Git git, String address) {
    private static final List<String> KEYS = List.of(
            "GIT_SSH",
            "GIT_SSH_COMMAND",
            "GIT_SSH_VARIANT",
            "GIT_ASKPASS",
            "GIT_SSL_",
            "GIT_HTTP_",
            "GIT_PROXY_",
            "GIT_CONFIG_");

    /** Standard output. */
    String run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        // A line that has gone quiet is better given up and tried again.
        command.addAll(List.of("-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=60"));
        command.addAll(Arrays.asList(arguments));
        if (isLocal()) {
            // Nobody has to be let in, and the hooks there get none of the user's secrets.
            return git.with("GIT_ALLOW_PROTOCOL", "file").text(command.toArray(String[]::new));
        }
        Git online = git.online();
        for (Map.Entry<String, String> entry : System.getenv().entrySet()) {
            if (KEYS.stream().anyMatch(key -> entry.getKey().startsWith(key))) {
                online = online.with(entry.getKey(), entry.getValue());
            }
        }
        return online.text(command.toArray(String[]::new));
    }

    private boolean isLocal() {
        return address.startsWith("/") || address.startsWith(".") || address.startsWith("file:");
    }
}
