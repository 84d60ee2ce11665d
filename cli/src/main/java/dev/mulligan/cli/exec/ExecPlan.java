package dev.mulligan.cli.exec;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command as a plan of one step: the command is its verifier, which runs first, and the agent mends what it finds.
 *
 * @param item what this is about, in a batch of several
 * @param tries of the command, the first included
 * @param triesByFlag whether a flag said so, which lies over every policy
 * @param agent claude, codex, gemini, or a command line
 * @param env names of variables the agent gets beyond those of its kind
 * @param forbid paths that must not change
 * @param changed files that differ from the last commit, which the agent is told
 */
record ExecPlan(
        OperationKind kind,
        List<String> command,
        Path workspace,
        String item,
        int tries,
        boolean triesByFlag,
        Optional<String> agent,
        Optional<String> model,
        List<String> env,
        List<String> forbid,
        List<String> changed) {
    /** What the names of all such plans begin with. */
    static final String NAME = "exec ";

    private static final List<String> KNOWN = List.of("claude", "codex", "gemini");
    private static final int LONGEST_SLUG = 40;
    private static final int MOST_NON_IMPROVING = 50;
    private static final int MOST_CHANGED = 30;

    /** Under which its runs are found again. */
    String name() {
        return NAME + item;
    }

    /** Which engine may carry it out: only one that was started for it. */
    String lane() {
        return "-exec-" + Integer.toHexString((workspace + "\n" + item).hashCode());
    }

    /** An item's name as a step's id. */
    static String stepId(String item) {
        String slug = item.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^[^A-Za-z0-9]+|-+$", "");
        String cut = slug.length() > LONGEST_SLUG ? slug.substring(0, LONGEST_SLUG) : slug;
        return cut.equals(item) ? cut : (cut.isEmpty() ? "item" : cut) + "-" + Integer.toHexString(item.hashCode());
    }

    private boolean fixes() {
        return agent.isPresent() && kind.isFixable();
    }

    String text() {
        Map<String, @Nullable Object> plan = new LinkedHashMap<>();
        plan.put("name", "exec " + kind.wireName());
        plan.put("project", String.valueOf(workspace.getFileName()));
        plan.put("workspace", workspace.toString());
        plan.put("isolation", "none");
        plan.put("env", List.of("*"));
        plan.put("level", "L2");
        plan.put("maxIterations", fixes() ? tries - 1 : 0);
        plan.put("maxRuns", tries);
        plan.put("stopAfterNonImproving", Math.min(MOST_NON_IMPROVING, tries));
        plan.put("escalation", Json.object("enabled", false));
        agent.ifPresent(named -> plan.put("agents", new JsonObject(Map.of(agentName(), agent(named)))));
        agent.ifPresent(_ -> plan.put("agent", agentName()));
        plan.put("steps", List.of(step()));
        return Json.write(new JsonObject(plan));
    }

    /** As it is shown: the program's name. */
    String agentName() {
        return agent.filter(KNOWN::contains).orElse("fixer");
    }

    private JsonObject agent(String named) {
        Map<String, @Nullable Object> spec = new LinkedHashMap<>();
        if (KNOWN.contains(named)) {
            spec.put("kind", named);
        } else {
            // Through the shell, so that it can be written as one would type it.
            spec.put("command", List.of("sh", "-c", named));
        }
        model.ifPresent(name -> spec.put("model", name));
        if (!env.isEmpty()) {
            spec.put("env", env);
        }
        return new JsonObject(spec);
    }

    private JsonObject step() {
        Map<String, @Nullable Object> step = new LinkedHashMap<>();
        step.put("id", stepId(item));
        step.put("action", kind.wireName());
        step.put("prompt", task());
        step.put("verify", Json.object("commands", List.of(shell()), "evidence", kind.evidence()));
        step.put("first", "verify");
        step.put("onFailure", "keep-best");
        if (!forbid.isEmpty()) {
            step.put("forbid", forbid);
        }
        if (triesByFlag) {
            step.put("policy", Json.object("maxAttempts", tries));
        }
        return new JsonObject(step);
    }

    private String task() {
        String what = switch (kind) {
            case REVIEW ->
                "A review of this workspace (`" + String.join(" ", command)
                        + "`) asks for changes. Make the changes it asks for.";
            case TEST, BUILD, CUSTOM ->
                "The command `" + String.join(" ", command)
                        + "` fails in this workspace. Find the cause and fix the code so that it passes.";
        };
        String files = changed.isEmpty()
                ? ""
                : "\nChanged since the last commit: "
                        + String.join(", ", changed.subList(0, Math.min(MOST_CHANGED, changed.size())))
                        + (changed.size() > MOST_CHANGED ? " and " + (changed.size() - MOST_CHANGED) + " more" : "")
                        + ".";
        return what + files + "\nBegin your answer with one line \"Diagnosis: \" and the cause.";
    }

    /** The command as the shell would read it back. */
    private String shell() {
        return command.stream().map(ExecPlan::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
