package dev.mulligan.orchestrator.operation;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.ProcessLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run, and what help there is.
 *
 * @param maxAttempts tries including the first; 0 for the operation's own number
 * @param fixer changes the work between tries; without one only transient failures are tried again
 * @param model for the fixer
 * @param forbidden path prefixes a fix must not touch
 * @param environment of the command: ours, since the person who calls owns it
 * @param item what this operation is about, in a batch of several; the command when nothing else is said
 * @param earlier tries of an operation that was killed and is taken up again
 */
public record ExecOrder(
        OperationKind kind,
        List<String> command,
        Path workspace,
        int maxAttempts,
        Optional<Agent> fixer,
        Optional<String> model,
        List<String> forbidden,
        ProcessLimits limits,
        Map<String, String> environment,
        String item,
        List<ExecReport.Try> earlier) {

    public ExecOrder {
        command = List.copyOf(command);
        forbidden = List.copyOf(forbidden);
        environment = Map.copyOf(environment);
        earlier = List.copyOf(earlier);
    }

    public ExecOrder(
            OperationKind kind,
            List<String> command,
            Path workspace,
            int maxAttempts,
            Optional<Agent> fixer,
            Optional<String> model,
            List<String> forbidden,
            ProcessLimits limits,
            Map<String, String> environment) {
        this(
                kind,
                command,
                workspace,
                maxAttempts,
                fixer,
                model,
                forbidden,
                limits,
                environment,
                String.join(" ", command),
                List.of());
    }
}
