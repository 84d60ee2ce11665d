package dev.mulligan.orchestrator.plan;

import dev.mulligan.config.PolicyReader;
import dev.mulligan.policy.PolicyLayers.Layer;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import dev.mulligan.text.YamlValue.Scalar;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one entry of {@code steps:}. */
final class StepReader {

    private StepReader() {}

    static Step read(YamlValue value, Map<String, AgentSpec> agents) {
        Mapping step = value.asMapping("a step");
        step.allowOnly(
                "id",
                "action",
                "prompt",
                "needs",
                "agent",
                "model",
                "verify",
                "labels",
                "files",
                "level",
                "policy",
                "tools",
                "first",
                "forbid",
                "onFailure");
        String id = PlanFields.required(step, "id");
        refuseOddId(step, id);
        Optional<String> agent = step.text("agent");
        if (agent.isPresent() && !agents.containsKey(agent.get())) {
            throw PlanFields.at(step, "agent")
                    .mistake("agent " + agent.get() + " is not one of " + String.join(", ", agents.keySet()));
        }
        Map<String, Layer> tools = new LinkedHashMap<>();
        step.mapping("tools")
                .members()
                .forEach((name, policy) -> tools.put(name, PolicyReader.layer("tool " + name, policy)));
        return new Step(
                id,
                step.text("action").orElse("change"),
                PlanFields.required(step, "prompt"),
                PlanFields.words(step, "needs"),
                agent,
                step.text("model"),
                step.get("verify").map(verify -> verify(verify, agents)),
                PlanFields.words(step, "labels"),
                PlanFields.paths(step, "files"),
                step.get("level").map(StepReader::level),
                step.get("policy").map(policy -> PolicyReader.layer("step " + id, policy)),
                tools,
                StepRules.read(step));
    }

    /** An id becomes part of file names and refs. */
    private static void refuseOddId(Mapping step, String id) {
        boolean plain = id.length() <= 64
                && id.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_')
                && Character.isLetterOrDigit(id.charAt(0));
        if (!plain) {
            throw PlanFields.at(step, "id").mistake("id " + id + " may have letters, digits, - and _ only, at most 64");
        }
    }

    static Level level(YamlValue value) {
        String text = PlanFields.word(value, "level");
        return Level.ofWireName(text).orElseThrow(() -> value.mistake("level is L1, L2, L3 or auto, not " + text));
    }

    /** A text is a command; a list are commands; a mapping may also name a reviewer. */
    static VerifySpec verify(YamlValue value, Map<String, AgentSpec> agents) {
        return switch (value) {
            case Scalar scalar -> new VerifySpec(List.of(command(scalar)), Optional.empty());
            case YamlValue.Sequence sequence ->
                new VerifySpec(
                        sequence.items().stream().map(StepReader::command).toList(), Optional.empty());
            case Mapping mapping -> {
                mapping.allowOnly("commands", "reviewer", "evidence");
                VerifySpec spec = new VerifySpec(
                        mapping.list("commands").stream()
                                .map(StepReader::command)
                                .toList(),
                        reviewer(mapping, agents),
                        evidence(mapping));
                if (spec.commands().isEmpty() && spec.reviewer().isEmpty()) {
                    throw value.mistake("verify needs commands or a reviewer");
                }
                yield spec;
            }
        };
    }

    /** A number or a truth value that was meant as something else would be run by the shell all the same. */
    private static String command(YamlValue value) {
        String word = PlanFields.word(value, "verify");
        if (value instanceof Scalar scalar && !scalar.isText()) {
            throw value.mistake("verify is a command, not " + word + "; put quotes around it if it is one");
        }
        return word;
    }

    private static Optional<String> reviewer(Mapping verify, Map<String, AgentSpec> agents) {
        Optional<String> reviewer = verify.text("reviewer");
        if (reviewer.isPresent() && !agents.containsKey(reviewer.get())) {
            throw PlanFields.at(verify, "reviewer")
                    .mistake("reviewer " + reviewer.get() + " is not one of " + String.join(", ", agents.keySet()));
        }
        return reviewer;
    }

    private static VerifySpec.Evidence evidence(Mapping verify) {
        String word = verify.text("evidence").orElse(VerifySpec.Evidence.TESTS.wireName());
        return Arrays.stream(VerifySpec.Evidence.values())
                .filter(one -> one.wireName().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        PlanFields.at(verify, "evidence").mistake("evidence is tests, exit or verdict, not " + word));
    }
}
