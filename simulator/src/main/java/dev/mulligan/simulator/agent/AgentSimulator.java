package dev.mulligan.simulator.agent;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A coding agent without a model: does what its script says for this start, and reports as the real ones do. */
public final class AgentSimulator {

    /** The script has nothing for this start: a test that called once too often wants to know. */
    public static final int NO_TURN = 70;

    private static final String NOISE = "reading, thinking, reading again; the same line many times, as logs have it\n";

    /** What is done to the process itself, and what takes time. */
    public interface Body {
        void sleep(Duration time) throws InterruptedException;

        /** Ends this very process at once. */
        void kill() throws IOException;

        /** Starts a process that holds this one's output open and outlives it. */
        void leaveBehind(AgentTurn.Child child) throws IOException;
    }

    private final AgentScript script;
    private final PrintStream out;
    private final PrintStream err;
    private final Body body;

    public AgentSimulator(AgentScript script, PrintStream out, PrintStream err, Body body) {
        this.script = script;
        this.out = out;
        this.err = err;
        this.body = body;
    }

    /** The exit code. */
    public int run(AgentCall call) throws IOException, InterruptedException {
        Optional<AgentTurn> turn = new AgentCalls(script).next(call);
        if (turn.isEmpty()) {
            err.println("simulated agent: the script has no turn left for this prompt; add one, or times: forever."
                    + " To begin again, delete " + script.state());
            return NO_TURN;
        }
        return play(turn.get(), call);
    }

    private int play(AgentTurn turn, AgentCall call) throws IOException, InterruptedException {
        String session =
                call.resume().orElse("simulated-" + ProcessHandle.current().pid());
        AgentLines lines = call.as().lines(out, session);
        lines.started();
        out.flush();
        body.sleep(turn.sleep());
        if (turn.child().isPresent()) {
            body.leaveBehind(turn.child().get());
        }
        noise(turn.noise());
        change(turn, call.workspace(), lines);
        turn.say().forEach(lines::said);
        if (!turn.complaint().isEmpty()) {
            err.println(turn.complaint());
        }
        return end(turn, lines);
    }

    private void noise(long bytes) {
        for (long left = bytes; left > 0; left -= NOISE.length()) {
            out.print(NOISE);
        }
    }

    private static void change(AgentTurn turn, Path workspace, AgentLines lines) throws IOException {
        for (Map.Entry<String, String> file : new TreeMap<>(turn.write()).entrySet()) {
            Path path = workspace.resolve(file.getKey());
            Path folder = path.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(path, file.getValue());
            lines.wrote(path.toString(), file.getValue());
        }
        for (String gone : turn.delete()) {
            Files.deleteIfExists(workspace.resolve(gone));
        }
    }

    private int end(AgentTurn turn, AgentLines lines) throws IOException, InterruptedException {
        String reply = String.join("\n", turn.say());
        int exit = switch (turn.ending()) {
            case AgentTurn.Ending.Done done -> {
                lines.done(turn.report(), reply);
                yield done.exit();
            }
            case AgentTurn.Ending.Failed failed -> {
                lines.failed(turn.report(), failed.message());
                yield failed.exit();
            }
            case AgentTurn.Ending.Crash crash -> crash.exit();
            case AgentTurn.Ending.Killed _ -> {
                out.flush();
                err.flush();
                body.kill();
                yield 137;
            }
            case AgentTurn.Ending.Stall stall -> {
                out.flush();
                err.flush();
                body.sleep(stall.silence());
                yield 1;
            }
        };
        out.flush();
        err.flush();
        return exit;
    }
}
