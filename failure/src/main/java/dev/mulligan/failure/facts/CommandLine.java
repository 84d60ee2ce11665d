package dev.mulligan.failure.facts;

import java.util.List;

/** Looks for programs in a command line, wherever in a pipeline they stand. */
public final class CommandLine {
    private static final int MAX = 4096;
    private static final List<String> AGENTS = List.of(
            "claude",
            "codex",
            "gemini",
            "copilot",
            "grok",
            "opencode",
            "aider",
            "cursor-agent",
            "qwen",
            "amp",
            "goose",
            "kimi",
            "crush",
            "droid",
            "cline",
            "auggie",
            "q",
            "plandex",
            "openhands",
            "mini",
            "pi");

    private CommandLine() {}

    static boolean isAgent(String command) {
        return runsAny(command, AGENTS);
    }

    public static boolean runsAny(String command, List<String> programs) {
        for (String program : programs) {
            if (runs(command, program)) {
                return true;
            }
        }
        return false;
    }

    private static boolean runs(String command, String program) {
        int limit = Math.min(command.length(), MAX);
        for (int at = command.indexOf(program); at >= 0 && at < limit; at = command.indexOf(program, at + 1)) {
            int end = at + program.length();
            boolean starts = at == 0 || command.charAt(at - 1) == '/' || beginsCommand(command, at);
            boolean ends = end == command.length() || " ;|&)".indexOf(command.charAt(end)) >= 0;
            if (starts && ends) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsCommand(String command, int at) {
        int i = at - 1;
        while (i >= 0 && command.charAt(i) == ' ') {
            i--;
        }
        if (i < 0 || "|&;(".indexOf(command.charAt(i)) >= 0) {
            return true;
        }
        int start = command.lastIndexOf(' ', i) + 1;
        String before = command.substring(start, i + 1);
        return switch (before) {
            case "npx", "sudo", "env", "exec", "time", "nohup", "bunx", "uvx", "run", "-c", "xargs", "then", "do" ->
                true;
            default -> before.indexOf('=') > 0;
        };
    }
}
