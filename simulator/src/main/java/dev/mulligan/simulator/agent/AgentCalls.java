package dev.mulligan.simulator.agent;

import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Which turns are used up. One empty file a use, made only if it is not there: the file system decides between two
 * processes that want the same turn, and a killed one leaves nothing locked.
 */
final class AgentCalls {

    private final AgentScript script;

    AgentCalls(AgentScript script) {
        this.script = script;
    }

    Optional<AgentTurn> next(AgentCall call) throws IOException {
        Files.createDirectories(script.state());
        String prompt = call.prompt();
        for (int i = 0; i < script.turns().size(); i++) {
            AgentTurn turn = script.turns().get(i);
            if (prompt.contains(turn.when()) && take(i, turn)) {
                remember(call, i + 1);
                return Optional.of(turn);
            }
        }
        remember(call, 0);
        return Optional.empty();
    }

    private boolean take(int number, AgentTurn turn) throws IOException {
        if (turn.times() == AgentTurn.FOREVER) {
            return true;
        }
        for (int use = 1; use <= turn.times(); use++) {
            if (made(script.state().resolve("turn-" + (number + 1) + "-use-" + use), "")) {
                return true;
            }
        }
        return false;
    }

    /** The prompts it got are what a test of retries looks at. */
    private void remember(AgentCall call, int turn) throws IOException {
        String text = Json.write(Json.object(
                "turn",
                turn,
                "as",
                call.as().name(),
                "resume",
                call.resume(),
                "workspace",
                call.workspace().toString(),
                "input",
                call.input()));
        int number = 1;
        while (!made(script.state().resolve("call-%05d.json".formatted(number)), text)) {
            number++;
        }
    }

    private static boolean made(Path file, String text) throws IOException {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }
}
