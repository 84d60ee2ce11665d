package dev.mulligan.simulator.agent;

import dev.mulligan.simulator.agent.AgentTurn.Ending;
import dev.mulligan.simulator.script.FaultNames;
import dev.mulligan.text.Yaml;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads an agent's script: a list of turns, or {@code {state, turns}}. */
public final class AgentScriptReader {

    private static final int TEN_MINUTES = 600_000;

    private AgentScriptReader() {}

    public static AgentScript read(Path file) {
        YamlValue value = Yaml.read(file);
        Path beside = file.resolveSibling(file.getFileName() + ".state");
        if (value instanceof YamlValue.Sequence list) {
            return new AgentScript(turns(list.items()), beside);
        }
        Mapping mapping = value.asMapping("an agent's script");
        mapping.allowOnly("state", "turns");
        return new AgentScript(
                turns(mapping.list("turns")),
                mapping.text("state").map(file::resolveSibling).orElse(beside));
    }

    private static List<AgentTurn> turns(List<YamlValue> items) {
        return items.stream().map(item -> turn(item.asMapping("a turn"))).toList();
    }

    private static AgentTurn turn(Mapping turn) {
        turn.allowOnly(
                "when",
                "times",
                "sleep",
                "child",
                "noise",
                "write",
                "delete",
                "say",
                "diff",
                "bad-diff",
                "stderr",
                "end",
                "exit",
                "error",
                "ms",
                "turns",
                "tokens",
                "cost");
        Ending ending = ending(turn);
        return new AgentTurn(
                turn.text("when").orElse(""),
                turn.text("times").orElse("1").equals("forever")
                        ? AgentTurn.FOREVER
                        : FaultNames.number(turn, "times", 1),
                Duration.ofMillis(FaultNames.number(turn, "sleep", 0)),
                child(turn),
                FaultNames.number(turn, "noise", 0),
                texts(turn.mapping("write")),
                turn.list("delete").stream()
                        .map(item -> String.valueOf(item.plain()))
                        .toList(),
                words(turn),
                turn.text("stderr").orElse(""),
                ending,
                report(turn));
    }

    private static List<String> words(Mapping turn) {
        List<String> words = new ArrayList<>();
        turn.text("say").ifPresent(words::add);
        turn.text("diff").ifPresent(words::add);
        turn.get("bad-diff").map(AgentScriptReader::badDiff).ifPresent(words::add);
        boolean lies = turn.text("end").orElse("done").equals("lie");
        if (lies && turn.get("write").isPresent()) {
            throw turn.mistake("a turn that lies writes nothing; leave out write, or end: lie");
        }
        if (words.isEmpty()) {
            switch (turn.text("end").orElse("done")) {
                case "lie" -> words.add("I have made the change you asked for, and all tests pass now.");
                case "done" -> words.add("All done.");
                default -> {}
            }
        }
        return words;
    }

    private static String badDiff(YamlValue value) {
        if (value instanceof Mapping mapping) {
            mapping.allowOnly("file", "kind");
            String file = mapping.text("file").orElseThrow(() -> mapping.mistake("bad-diff needs a file"));
            String kind = mapping.text("kind").orElse("context");
            return BadDiffs.of(file, kind)
                    .orElseThrow(() -> mapping.mistake(
                            "kind " + kind + " is not known; there are " + String.join(", ", BadDiffs.KINDS)));
        }
        return BadDiffs.of(String.valueOf(value.plain()), "context").orElseThrow();
    }

    private static Ending ending(Mapping turn) {
        int exit = FaultNames.number(turn, "exit", 0);
        return switch (turn.text("end").orElse(turn.get("exit").isPresent() ? "crash" : "done")) {
            case "done", "lie", "zero-turns" -> new Ending.Done(exit);
            case "error" -> new Ending.Failed(exit, turn.text("error").orElse("API Error: 529 Overloaded"));
            case "crash" -> new Ending.Crash(turn.get("exit").isPresent() ? exit : 1);
            case "killed" -> new Ending.Killed();
            case "stall" -> new Ending.Stall(Duration.ofMillis(FaultNames.number(turn, "ms", TEN_MINUTES)));
            default ->
                throw turn.get("end")
                        .orElse(turn)
                        .mistake("end is done, lie, zero-turns, error, crash, killed or stall");
        };
    }

    private static AgentTurn.Report report(Mapping turn) {
        boolean none = turn.text("end").orElse("").equals("zero-turns");
        Mapping tokens = turn.mapping("tokens");
        tokens.allowOnly("input", "output");
        String cost = turn.text("cost").orElse(none ? "0" : "0.01");
        try {
            return new AgentTurn.Report(
                    FaultNames.number(turn, "turns", none ? 0 : 1),
                    FaultNames.number(tokens, "input", none ? 0 : 1200),
                    FaultNames.number(tokens, "output", none ? 0 : 40),
                    Double.parseDouble(cost));
        } catch (NumberFormatException e) {
            throw turn.mistake("cost must be dollars such as 0.25, not " + cost);
        }
    }

    private static Optional<AgentTurn.Child> child(Mapping turn) {
        if (turn.get("child").isEmpty()) {
            return Optional.empty();
        }
        Mapping child = turn.mapping("child");
        child.allowOnly("ms", "stubborn");
        return Optional.of(new AgentTurn.Child(
                Duration.ofMillis(FaultNames.number(child, "ms", TEN_MINUTES)),
                child.text("stubborn").orElse("false").equals("true")));
    }

    private static Map<String, String> texts(Mapping mapping) {
        Map<String, String> texts = new LinkedHashMap<>();
        mapping.members()
                .keySet()
                .forEach(name -> texts.put(name, mapping.text(name).orElse("")));
        return texts;
    }
}
