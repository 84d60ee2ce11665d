package dev.mulligan.orchestrator.engine;

import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.StepEvent.StepStarted;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.StepStatus;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must hold after every turn of a simulation, and what must hold when the run is over. */
final class SimulationInvariants {

    private static final int LONGEST_LINE = 8_000;
    private static final Pattern SEQ = Pattern.compile("\"seq\":(\\d+)");

    private final SimulatedWorld world;
    private final Set<String> wasGood = new HashSet<>();
    private final List<String> atOnce = new ArrayList<>();

    SimulationInvariants(SimulatedWorld world) {
        this.world = world;
    }

    /** An agent is called: nothing may be paid for when the budget is used up, nor for a step that has passed. */
    void called(String file) {
        if (!world.isHolder()) {
            // It was frozen between its last look and now; what it makes does not count.
            return;
        }
        Optional<Integer> most = world.plan().budget().attempts();
        int spent = world.store().flows().spent(world.runId()).attempts();
        boolean alone = !world.plan().level().wireName().equals("L3")
                && !world.plan().level().wireName().equals("auto");
        if (alone && most.isPresent() && world.workspace().lasting() && spent >= most.get()) {
            atOnce.add("an agent was called after " + spent + " of " + most.get() + " attempts");
        }
        String step = file.substring(0, file.indexOf('.'));
        if (world.store().flows().steps(world.runId()).stream()
                .anyMatch(row -> row.stepId().equals(step) && row.status().equals(StepStatus.PASSED))) {
            atOnce.add("an agent was called for " + step + ", which has passed");
        }
    }

    /** What a worker has told is in the trace. */
    void traced(long told) {
        try (RandomAccessFile file = new RandomAccessFile(
                RunFolder.of(world.home(), world.runId()).trace().toFile(), "r")) {
            long from = Math.max(0, file.length() - LONGEST_LINE);
            byte[] tail = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(tail);
            Matcher numbers = SEQ.matcher(new String(tail, StandardCharsets.UTF_8));
            long last = 0;
            while (numbers.find()) {
                last = Math.max(last, Long.parseLong(numbers.group(1)));
            }
            if (last < told) {
                atOnce.add("event " + told + " was told and the trace ends with " + last);
            }
        } catch (IOException e) {
            atOnce.add("the trace cannot be read: " + e);
        }
    }

    Optional<String> always() {
        if (!atOnce.isEmpty()) {
            return Optional.of(atOnce.getFirst());
        }
        Map<String, String> files = world.disk().folder(SimulatedDisk.WORKSPACE);
        for (Map.Entry<String, String> edit : world.edits().entrySet()) {
            boolean there = edit.getValue().equals(files.get(edit.getKey()));
            boolean saved = world.workspace().inPlace() && world.disk().isSaved(edit.getValue());
            if (!there && !saved) {
                return Optional.of("the user's " + edit.getKey() + " is " + files.get(edit.getKey()) + " instead of "
                        + edit.getValue());
            }
        }
        for (FlowStepRow row : world.store().flows().steps(world.runId())) {
            String content = String.valueOf(files.get(row.stepId() + ".txt"));
            if (row.status().equals(StepStatus.PASSED) && !content.equals("good")) {
                return Optional.of("step " + row.stepId() + " has passed and its file is " + content);
            }
            boolean isGood = content.equals("good");
            if (isGood && !world.workspace().inPlace()) {
                wasGood.add(row.stepId());
            }
            if (!isGood && wasGood.contains(row.stepId())) {
                return Optional.of("verified work of " + row.stepId() + " was replaced by " + content);
            }
            if (!world.workspace().inPlace() && !isGood && !content.equals("null")) {
                return Optional.of("unverified work of " + row.stepId() + " is in the workspace: " + content);
            }
        }
        return Optional.empty();
    }

    Optional<String> atTheEnd() throws IOException {
        List<Recorded> recorded = world.store().events(world.runId(), 0, 100_000);
        for (int i = 0; i < recorded.size(); i++) {
            if (recorded.get(i).seq() != i + 1) {
                return Optional.of("event " + (i + 1) + " of the store has number "
                        + recorded.get(i).seq());
            }
        }
        List<Event> events = recorded.stream().map(Recorded::event).toList();
        return attempts(events)
                .or(() -> episodes(events))
                .or(() -> steps(events))
                .or(() -> trace(recorded));
    }

    private static Optional<String> attempts(List<Event> events) {
        Map<String, Integer> open = new HashMap<>();
        for (Event event : events) {
            if (event instanceof AttemptStarted started) {
                int now = open.merge(started.operationId() + " " + started.attempt(), 1, Integer::sum);
                if (now > 1) {
                    return Optional.of("attempt " + started.operationId() + " " + started.attempt() + " started twice");
                }
            } else if (event instanceof AttemptFinished finished) {
                int now = open.merge(finished.operationId() + " " + finished.attempt(), -1, Integer::sum);
                if (now < 0) {
                    return Optional.of(
                            "attempt " + finished.operationId() + " " + finished.attempt() + " ended without a start");
                }
            }
        }
        return open.entrySet().stream()
                .filter(entry -> entry.getValue() != 0)
                .findFirst()
                .map(entry -> "attempt " + entry.getKey() + " never ended");
    }

    /** After a retry was scheduled exactly one end follows, and nothing ends twice. */
    private static Optional<String> episodes(List<Event> events) {
        Set<String> open = new HashSet<>();
        Set<String> ended = new HashSet<>();
        Set<String> announced = new HashSet<>();
        for (Event event : events) {
            Optional<String> end = event instanceof RetrySucceeded done
                    ? Optional.of(done.operationId())
                    : event instanceof RetryExhausted done ? Optional.of(done.operationId()) : Optional.empty();
            if (end.isPresent()) {
                open.remove(end.get());
                // A panel may be asked again in a later round, and is not announced.
                boolean counted = announced.stream()
                        .anyMatch(operation ->
                                end.get().equals(operation) || end.get().startsWith(operation + "#"));
                if (!ended.add(end.get()) && counted) {
                    return Optional.of("episode " + end.get() + " ended twice");
                }
            } else if (event instanceof RetryScheduled scheduled) {
                open.add(scheduled.operationId());
            } else if (event instanceof AttemptStarted started) {
                announced.add(started.operationId());
                ended.removeIf(operation ->
                        operation.equals(started.operationId()) || operation.startsWith(started.operationId() + "#"));
            }
        }
        return open.stream().findFirst().map(operation -> "episode " + operation + " never ended");
    }

    private Optional<String> steps(List<Event> events) {
        Set<String> begun = new HashSet<>();
        Set<String> ended = new HashSet<>();
        int ends = 0;
        for (Event event : events) {
            if (event instanceof RunResumed again) {
                begun.removeIf(step -> again.by().startsWith("a restart of step " + step));
            }
            if (event instanceof StepStarted started && !begun.add(started.stepId())) {
                return Optional.of("step " + started.stepId() + " started twice");
            }
            if (event instanceof StepFinished finished && !ended.add(finished.stepId())) {
                return Optional.of("step " + finished.stepId() + " ended twice");
            }
            ends += event instanceof RunFinished ? 1 : 0;
        }
        if (!ended.containsAll(begun)) {
            return Optional.of("steps " + begun + " started and " + ended + " ended");
        }
        return ends == 1 ? Optional.empty() : Optional.of("the run ended " + ends + " times");
    }

    private Optional<String> trace(List<Recorded> recorded) {
        try {
            List<Recorded> lines =
                    TraceReader.all(RunFolder.of(world.home(), world.runId()).trace());
            EventJson json = EventJson.standard();
            List<String> traced = lines.stream().map(json::line).toList();
            List<String> stored = recorded.stream().map(json::line).toList();
            return traced.equals(stored)
                    ? Optional.empty()
                    : Optional.of("the trace has " + traced.size() + " events, the store " + stored.size());
        } catch (IOException e) {
            return Optional.of("the trace cannot be read: " + e);
        }
    }
}
