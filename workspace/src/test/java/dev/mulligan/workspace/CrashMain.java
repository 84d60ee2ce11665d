package dev.mulligan.workspace;

import dev.mulligan.workspace.checkpoint.Checkpoints;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program made to be killed: says when it starts, then applies an answer or restores a checkpoint. */
public final class CrashMain {
    private CrashMain() {}

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[1]);
        if (args[0].equals("apply")) {
            String answer = Files.readString(Path.of(args[2]), StandardCharsets.UTF_8);
            Workspace workspace = Workspace.open(root);
            workspace.apply(answer, ApplyOptions.DEFAULT.withDryRun());
            System.out.println("go");
            workspace.apply(answer, ApplyOptions.DEFAULT);
        } else if (args[0].equals("checkpoint")) {
            Workspace.open(root).checkpoints().create("checkpoint");
        } else {
            Checkpoints checkpoints = Workspace.open(root).checkpoints();
            System.out.println("go");
            checkpoints.restore(args[2]);
        }
        System.out.println("done");
    }
}
