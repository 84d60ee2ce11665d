package dev.mulligan.orchestrator.attempt;

import dev.mulligan.RetryExecutor;
import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.Permissions;
import dev.mulligan.agent.Prompt;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.failure.Failure;
import dev.mulligan.orchestrator.journal.JournalEntry.Made;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.record.CandidateEvent.JudgeDecided;
import dev.mulligan.record.CandidateEvent.JudgeFailed;
import dev.mulligan.record.CandidateEvent.JudgeInvoked;
import dev.mulligan.record.DiagnosisEvent.DiagnosisCompleted;
import dev.mulligan.record.DiagnosisEvent.DiagnosisStarted;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.snapshot.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Asks agents for an opinion: which candidate is best, and why nothing works. Their answers advise, they never pass. */
final class ReviewPanel {

    private static final int MOST_DIFF = 12_000;
    private static final int MOST_NOTE = 4_000;

    private final StepScope scope;
    private final ProcessLimits limits;
    private final Machine machine;
    private final LiveEvents live;
    private final Coder coder;
    private final StepRunner runner;

    ReviewPanel(
            StepScope scope, ProcessLimits limits, Coder coder, StepRunner runner, Machine machine, LiveEvents live) {
        this.runner = runner;
        this.scope = scope;
        this.limits = limits;
        this.coder = coder;
        this.machine = machine;
        this.live = live;
    }

    /** Best first; empty when the reviewer gave no usable answer. */
    List<String> review(List<String> ids, Position position, Trees trees, String base, Path folder)
            throws IOException, InterruptedException {
        String prompt = "Rank these candidate changes, the most promising first. None passes yet.\n" + about(position)
                + shown(ids, position, trees, base)
                + "\nAnswer with JSON {\"ranking\": [\"c1\", …]} and nothing else. Change no file.";
        return ask("reviewer", prompt, folder)
                .map(answer -> answer.list("ranking").stream()
                        .map(String::valueOf)
                        .filter(ids::contains)
                        .toList())
                .orElse(List.of());
    }

    /** The winner first; empty when the judge failed, and then the score decides. */
    List<String> judge(List<String> ids, String reason, Position position, Trees trees, String base, Path folder)
            throws IOException, InterruptedException {
        String step = scope.step().id();
        live.add(new JudgeInvoked(step, reason, ids.size()));
        String prompt = "Choose the best of these candidate changes; they score about the same.\n" + about(position)
                + shown(ids, position, trees, base)
                + "\nAnswer with JSON {\"winner\": \"c1\", \"confidence\": 0.0-1.0, \"rationale\": [\"…\"]} and nothing"
                + " else. Change no file.";
        Optional<JsonObject> answer = ask("judge", prompt, folder);
        Optional<String> winner =
                answer.flatMap(object -> object.text("winner")).filter(ids::contains);
        if (winner.isEmpty()) {
            live.add(new JudgeFailed(step, "the judge named no candidate"));
            return List.of();
        }
        double confidence = answer.orElseThrow().get("confidence") instanceof Number number ? number.doubleValue() : 0;
        List<String> rationale = answer.orElseThrow().list("rationale").stream()
                .map(String::valueOf)
                .toList();
        live.add(new JudgeDecided(step, Integer.parseInt(winner.get().substring(1)), confidence, rationale));
        return List.of(winner.get());
    }

    List<String> diagnose(int branches, Position position, Path folder) throws InterruptedException {
        String step = scope.step().id();
        long from = System.nanoTime();
        live.add(new DiagnosisStarted(
                step, "repeated_failures", position.state().rounds().failed()));
        String prompt = "Several attempts at this task failed. Do not fix it; explain it.\nThe task:\n"
                + scope.step().prompt() + "\n\nThe failure:\n" + position.note()
                + "\n\nAnswer with JSON {\"hypotheses\": [\"…\"]}: at most " + branches
                + " different explanations, each with what to change. Change no file.";
        List<String> found = ask("diagnosis", prompt, folder)
                .map(answer -> answer.list("hypotheses").stream()
                        .map(String::valueOf)
                        .filter(text -> !text.isBlank())
                        .limit(branches)
                        .toList())
                .orElse(List.of());
        live.add(new DiagnosisCompleted(step, found, (System.nanoTime() - from) / 1_000_000));
        return found;
    }

    /** What they were to do, and what still fails. */
    private String about(Position position) {
        String note = position.note();
        return "The task was:\n" + scope.step().prompt() + "\n"
                + (note.isBlank()
                        ? ""
                        : "\nBefore them this failed:\n" + note.substring(0, Math.min(MOST_NOTE, note.length()))
                                + "\n");
    }

    private static String shown(List<String> ids, Position position, Trees trees, String base) throws IOException {
        StringBuilder shown = new StringBuilder();
        for (String id : ids) {
            Made made = position.made().get(id);
            if (made != null) {
                String diff = trees.between(base, made.tree()).text();
                shown.append("\n## ").append(id).append(": ");
                shown.append(made.candidate().failing().size()).append(" failing\n");
                shown.append(diff, 0, Math.min(diff.length(), MOST_DIFF)).append('\n');
            }
        }
        return shown.toString();
    }

    private Optional<JsonObject> ask(String role, String prompt, Path folder) throws InterruptedException {
        Agent agent = scope.helper(role);
        RetryExecutor executor = new RetryExecutor(RetryExecutor.Setup.standard()
                .time(machine.time())
                .random(machine.chance())
                .listener(live::addRetry));
        AgentTask task = AgentTask.of(Prompt.first(prompt), folder)
                .permitted(Permissions.READ_ONLY)
                .recordedIn(EngineSetup.processRecords())
                .within(limits);
        try {
            String reply = runner.recovery(scope.step().id() + "/" + role, scope.firstModel())
                    .on(executor)
                    .run(attempt ->
                            answered(agent.run(attempt.model().map(task::model).orElse(task), OutputListener.NOBODY)));
            return Answers.json(reply);
        } catch (GaveUpException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the " + role + " was cancelled");
            }
            return Optional.empty();
        }
    }

    private String answered(AgentResult result) {
        Optional<Failure> failure = coder.failure(result);
        if (failure.isPresent()) {
            throw new FailureException(failure.get());
        }
        return result.reply();
    }

    /** Finds the JSON in an answer that has words around it. */
    static final class Answers {

        private Answers() {}

        static Optional<JsonObject> json(String reply) {
            int from = reply.indexOf('{');
            int to = reply.lastIndexOf('}');
            if (from < 0 || to < from) {
                return Optional.empty();
            }
            try {
                return Optional.of(Json.parseObject(reply.substring(from, to + 1)));
            } catch (JsonException e) {
                return Optional.empty();
            }
        }
    }
}
