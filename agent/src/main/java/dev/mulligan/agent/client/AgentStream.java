package dev.mulligan.agent.client;

import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.ToolLimits;
import dev.mulligan.agent.ToolWatch;
import dev.mulligan.agent.process.ClippedText;
import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.escalate.Money;
import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Folds the JSON lines an agent prints into what a result needs. A line that is not JSON is the agent talking. */
abstract class AgentStream {

    private static final int LONGEST_REPLY = 1024 * 1024;

    private String reply = "";
    private @Nullable String conversation;
    private @Nullable FinalWord finalWord;
    private OptionalInt turns = OptionalInt.empty();
    private Usage usage = Usage.NONE;
    private @Nullable Money cost;
    private final List<String> denied = new ArrayList<>();
    private ToolWatch tools = new ToolWatch(ToolLimits.NONE);

    /** What is told of calls of tools goes there. */
    final synchronized void telling(ToolWatch watch) {
        tools = watch;
    }

    final void toolBegan(String call, String tool) {
        tools.began(call, tool);
    }

    final void toolEnded(String call, boolean failed) {
        tools.ended(call, failed);
    }

    /** Reads one line of standard output. */
    final synchronized void line(String text) {
        if (!text.startsWith("{")) {
            return;
        }
        JsonObject event;
        try {
            event = Json.parseObject(text);
        } catch (JsonException notAnEvent) {
            return;
        }
        event(event);
    }

    abstract void event(JsonObject event);

    final void reply(String text) {
        reply = text.length() <= LONGEST_REPLY ? text : ClippedText.to(text, LONGEST_REPLY);
    }

    final void conversation(Optional<String> id) {
        id.ifPresent(value -> conversation = value);
    }

    final void finalWord(FinalWord word) {
        finalWord = word;
    }

    final void turns(OptionalInt count) {
        if (count.isPresent()) {
            turns = count;
        }
    }

    final void oneMoreTurn() {
        turns = OptionalInt.of(turns.orElse(0) + 1);
    }

    final void usage(Usage tokens) {
        usage = tokens;
    }

    final void cost(double dollars) {
        cost = Money.dollars(dollars);
    }

    final void denied(String tool) {
        denied.add(tool);
    }

    final synchronized AgentResult result(ProcessResult ended, String command) {
        return new AgentResult(
                ended,
                command,
                reply,
                Optional.ofNullable(conversation),
                Optional.ofNullable(finalWord),
                new AgentResult.Effort(turns, usage, Optional.ofNullable(cost)),
                denied,
                Optional.empty());
    }
}
