package dev.mulligan.workspace;

import dev.mulligan.workspace.patch.edit.PatchOutcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code --workspace DIR --answer FILE}: the smallest program that applies an answer, for scoring. */
public final class PatchMain {
    private PatchMain() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 4 || !args[0].equals("--workspace") || !args[2].equals("--answer")) {
            System.err.println("usage: --workspace DIR --answer FILE");
            System.exit(2);
        }
        String answer = new String(Files.readAllBytes(Path.of(args[3])), StandardCharsets.UTF_8);
        PatchOutcome outcome =
                Workspace.open(Path.of(args[1])).apply(answer, ApplyOptions.DEFAULT.allowingConfig(path -> true));
        System.out.println(
                outcome instanceof PatchOutcome.Refused refused
                        ? refused.text()
                        : outcome.getClass().getSimpleName());
        System.exit(outcome.succeeded() ? 0 : 1);
    }
}
