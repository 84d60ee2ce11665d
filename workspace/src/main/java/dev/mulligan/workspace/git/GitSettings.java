package dev.mulligan.workspace.git;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What git is told at each start, above all files of settings, and which variables it sees. */
final class GitSettings {
    private static final List<String> FLAGS =
            List.of("git", "--no-pager", "--no-optional-locks", "--literal-pathspecs");

    private static final List<String> ALWAYS = List.of(
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.untrackedCache=false",
            "core.splitIndex=false",
            "core.logAllRefUpdates=false",
            "core.quotePath=false",
            "core.pager=cat",
            "core.editor=:",
            "core.attributesFile=/dev/null",
            "core.alternateRefsCommand=true",
            "diff.external=",
            "diff.renames=false",
            "gc.auto=0",
            "maintenance.auto=false",
            "commit.gpgSign=false",
            "gpg.program=false",
            "submodule.recurse=false",
            "safe.bareRepository=explicit");

    /** For git that has no business with other machines. */
    private static final List<String> OFFLINE = List.of(
            "core.sshCommand=false",
            "core.gitProxy=false",
            "core.askPass=false",
            "credential.helper=",
            "protocol.allow=never");

    /** What git needs to find itself, its user and the user's own settings. No key, no token. */
    private static final Set<String> PASSED = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "TMPDIR",
            "TZ",
            "LANG",
            "XDG_CONFIG_HOME",
            // Git compares the owner of a repository with it under sudo.
            "SUDO_UID");

    private GitSettings() {}

    static List<String> command(boolean online) {
        List<String> command = new ArrayList<>(FLAGS);
        ALWAYS.forEach(setting -> command.addAll(List.of("-c", setting)));
        if (!online) {
            OFFLINE.forEach(setting -> command.addAll(List.of("-c", setting)));
        }
        return command;
    }

    /** Online, the user's own helpers may need anything but what is Mulligan's. */
    static boolean passes(String variable, boolean online) {
        return online
                ? !variable.startsWith("GIT_") && !variable.startsWith("MULLIGAN_")
                : PASSED.contains(variable) || variable.startsWith("LC_");
    }

    static Map<String, String> variables(boolean online) {
        // A list of ways counts above all settings, also above those for a single way.
        return Map.of(
                "GIT_TERMINAL_PROMPT",
                "0",
                "GIT_NO_LAZY_FETCH",
                "1",
                "LC_ALL",
                "C",
                "GIT_ALLOW_PROTOCOL",
                online ? "file:git:http:https:ssh" : "none");
    }
}
