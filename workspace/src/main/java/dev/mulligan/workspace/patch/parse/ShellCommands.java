package dev.mulligan.workspace.patch.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which lines of a shell script are about the content of files. */
public final class ShellCommands {
    private static final Set<String> SHELLS = Set.of(
            "",
            "bash",
            "sh",
            "shell",
            "zsh",
            "console",
            "shell-session",
            "terminal",
            "ksh",
            "powershell",
            "pwsh",
            "ps1");
    private static final Set<String> SCRIPTS = Set.of("python", "python3", "perl", "ruby", "node", "ed", "ex", "awk");
    private static final List<String> WRITES = List.of(
            ".write(", "write_text(", "writeFile", "File.write", "os.remove(", "os.rename(", "shutil.", "print >");

    private static final List<String> CMDLETS =
            List.of("set-content", "add-content", "out-file", "remove-item", "rename-item", "move-item");

    private ShellCommands() {}

    /** Whether a fence with this info string may hold commands. */
    public static boolean mayStandIn(String info) {
        return SHELLS.contains(info.split("[ :{,]", 2)[0]);
    }

    /** A command that changes the text of files in place, anywhere in a script. */
    public static boolean changesFiles(String script) {
        return (script.contains("sed ") || script.contains("perl ") || script.contains("<<"))
                && script.lines().anyMatch(line -> editsInPlace(line) || writesFile(line));
    }

    /** {@code sed -i}, {@code perl -pi}, {@code ed FILE}: what they do cannot be read off the line. */
    public static boolean editsInPlace(String line) {
        for (String command : commands(line)) {
            List<String> words = words(command);
            String first = words.isEmpty() ? "" : words.getFirst();
            boolean inPlace = words.stream()
                    .skip(1)
                    .anyMatch(word -> word.startsWith("-i")
                            || word.startsWith("--in-place")
                            || (word.startsWith("-p") && word.indexOf('i') > 0));
            boolean stream =
                    first.equals("sed") || first.equals("gsed") || first.equals("perl") || first.equals("ruby");
            if (words.size() > 2 && stream && inPlace) {
                return true;
            }
        }
        return false;
    }

    /** {@code git mv}, {@code rm} of a file that is there, {@code echo TEXT >> FILE}. */
    public static boolean changesTree(String line, KnownFiles files) {
        for (String command : commands(line)) {
            List<String> words = words(command);
            String first = words.getFirst();
            boolean git = first.equals("git") && words.size() > 2;
            String second = git ? words.get(1) : "";
            boolean moves = first.equals("mv") || first.equals("rm");
            if (second.equals("mv") || second.equals("rm")) {
                return true;
            }
            if (moves && words.stream().skip(1).anyMatch(files::hasFile)) {
                return true;
            }
            if (isCmdlet(command)) {
                return true;
            }
            if ((first.equals("echo") || first.equals("printf")) && isRedirected(command)) {
                return true;
            }
        }
        return false;
    }

    /** {@code … | Set-Content FILE} of PowerShell. */
    private static boolean isCmdlet(String command) {
        List<String> words = words(command.substring(command.lastIndexOf('|') + 1));
        return CMDLETS.contains(words.getFirst().toLowerCase(Locale.ROOT))
                && words.stream().skip(1).anyMatch(word -> word.indexOf('.') > 0 || word.indexOf('/') >= 0);
    }

    /** The last thing a command says is the file its output goes to. */
    private static boolean isRedirected(String command) {
        int mark = command.lastIndexOf('>');
        String target = mark < 0 ? "" : command.substring(mark + 1).strip();
        return !target.isEmpty()
                && target.indexOf(' ') < 0
                && target.charAt(0) != '&'
                && !target.startsWith("/dev/")
                && !target.startsWith("/tmp/")
                && target.chars().noneMatch(c -> c == '\'' || c == '"');
    }

    /** {@code cat > FILE <<EOF} in any of its forms. */
    public static boolean writesFile(String line) {
        int here = line.indexOf("<<");
        if (here < 0 || line.startsWith("<<<", here)) {
            return false;
        }
        List<String> commands = commands(line);
        String last = commands.isEmpty() ? "" : commands.getLast();
        return last.startsWith("tee ") || (last.startsWith("cat") && last.indexOf('>') >= 0);
    }

    /** A script of another language, given in place, that writes files. */
    public static boolean runsScript(List<String> lines, int at) {
        String line = lines.get(at);
        if (!line.contains("<<")) {
            return false;
        }
        List<String> commands = commands(line);
        List<String> words = commands.isEmpty() ? List.of() : words(commands.getLast());
        if (words.isEmpty() || !SCRIPTS.contains(words.getFirst())) {
            return false;
        }
        int end = at + 1;
        while (end < lines.size() && CodeFence.opening(lines.get(end)).isEmpty()) {
            end++;
        }
        return lines.subList(at + 1, end).stream()
                .anyMatch(it -> WRITES.stream().anyMatch(it::contains));
    }

    /** The commands of a line, one after the other. */
    static List<String> commands(String line) {
        String text = line.strip();
        List<String> commands = new ArrayList<>();
        for (String command : (text.startsWith("$ ") ? text.substring(2) : text).split("&&|;", -1)) {
            if (!command.isBlank()) {
                commands.add(command.strip());
            }
        }
        return commands;
    }

    static List<String> words(String command) {
        return List.of(command.strip().split("[ \t]+"));
    }
}
