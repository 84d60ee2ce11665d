package dev.mulligan.workspace.patch.parse;

import java.util.List;

/** The folder that a command before a patch goes to: {@code cd DIR && apply_patch <<'EOF'}. */
public final class CommandFolder {
    private static final List<String> APPLIERS = List.of("apply_patch", "applypatch", "git apply", "patch ");
    private static final int LOOK_BACK = 3;

    private CommandFolder() {}

    /** A path as written from a folder, seen from the workspace. */
    public static String in(String folder, String path) {
        boolean absolute = path.startsWith("/") || path.startsWith("~") || path.startsWith("\\");
        if (folder.isEmpty() || folder.equals(".") || absolute || path.isEmpty()) {
            return path;
        }
        String base = folder.startsWith("./") ? folder.substring(2) : folder;
        String rest = path.startsWith("./") ? path.substring(2) : path;
        return base.endsWith("/") ? base + rest : base + "/" + rest;
    }

    /** The folder a patch that starts here is applied in; empty for the one the answer is about. */
    public static String before(AnswerLines answer, int start) {
        List<String> lines = answer.lines();
        boolean applied = false;
        for (int i = start - 1; i >= 0 && i >= start - LOOK_BACK; i--) {
            String line = lines.get(i).strip();
            if (CodeFence.opening(line).isPresent()) {
                break;
            }
            applied |= APPLIERS.stream().anyMatch(line::contains);
            String folder = applied ? reached(line) : "";
            if (!folder.isEmpty()) {
                return folder;
            }
        }
        return answer.origin().folder();
    }

    /** Where the commands of a line end up: {@code cd a && cd b} in a/b; empty if they stay. */
    public static String reached(String line) {
        String reached = "";
        for (String command : line.split("&&|;|\"", -1)) {
            String text = command.strip();
            if (text.startsWith("cd ")) {
                reached = in(reached, unquoted(text.substring(3).strip()));
            }
        }
        return reached;
    }

    private static String unquoted(String name) {
        boolean quoted = name.length() > 1 && name.startsWith("'") && name.endsWith("'");
        return quoted ? name.substring(1, name.length() - 1) : name;
    }
}
