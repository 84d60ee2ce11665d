package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.CommandFolder;
import dev.mulligan.workspace.patch.parse.CutOffAnswer;
import dev.mulligan.workspace.patch.parse.HereDocument;
import dev.mulligan.workspace.patch.parse.ShellCommands;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Files that a shell script writes from the lines below a command. */
final class ShellFiles implements EditDialect {
    @Override
    public String name() {
        return "`cat > FILE <<'EOF'`";
    }

    @Override
    public String usedBy() {
        return "agents that have a shell only (mini-SWE-agent), chat models";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(DialectSample.of("in a script", """
                ```bash
                mkdir -p src
                cat > src/greet.py <<'EOF'
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                EOF
                ```
                """), DialectSample.of("from another folder", """
                ```sh
                cd src && cat <<EOF >greet.py
                def greet(name):
                    return "Hello " + name


                def part(name):
                    return "Goodbye " + name
                EOF
                ```
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        List<AnswerRegion> regions = new ArrayList<>();
        List<String> lines = answer.lines();
        Optional<CodeFence> fence = Optional.empty();
        String folder = answer.origin().folder();
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at);
            if (fence.isPresent() && fence.get().isClosedBy(line)) {
                fence = Optional.empty();
            } else if (fence.isEmpty() && CodeFence.opening(line).isPresent()) {
                fence = CodeFence.opening(line);
                folder = answer.origin().folder();
            } else if (fence.isEmpty() || ShellCommands.mayStandIn(fence.get().info())) {
                Optional<HereDocument> document = HereDocument.in(line);
                if (document.isPresent()) {
                    AnswerRegion region = region(answer, at, folder, document.get());
                    regions.add(region);
                    at = region.end() - 1;
                } else if (line.startsWith("cd ")) {
                    folder = CommandFolder.in(folder, CommandFolder.reached(line));
                }
            }
            at++;
        }
        return regions;
    }

    private static AnswerRegion region(AnswerLines answer, int start, String folder, HereDocument document) {
        List<String> lines = answer.lines();
        int end = start + 1;
        while (end < lines.size() && !lines.get(end).equals(document.end())) {
            end++;
        }
        if (end >= lines.size()) {
            return AnswerRegion.refused(
                    start,
                    end,
                    CutOffAnswer.problem("the text for " + document.path() + " has no line \"" + document.end()
                            + "\" that ends it"));
        }
        List<String> body = lines.subList(start + 1, end);
        if (answer.isTaken(start, end) || !(document.literal() || HereDocument.isPlain(body))) {
            return AnswerRegion.refused(
                    start,
                    end + 1,
                    PatchProblem.in(
                            document.path(),
                            Kind.INVALID_PATCH,
                            UnparsedEdits.quoted(
                                    "a shell would change the text before it writes it", lines.subList(start, end)),
                            "Put the word behind << in single quotes, or send the file in a fence under its path."));
        }
        String path = CommandFolder.in(folder, CommandFolder.in(document.folder(), document.path()));
        String text = String.join("\n", body) + (body.isEmpty() ? "" : "\n");
        return AnswerRegion.of(
                start,
                end + 1,
                document.appends()
                        ? new FileEdit.Insertion(path, OptionalInt.empty(), text)
                        : new FileEdit.Content(path, Action.WRITE, text));
    }
}
