package dev.mulligan.orchestrator.operation;

import dev.mulligan.event.Secrets;
import dev.mulligan.explain.Explanation;
import java.util.List;
import java.util.Optional;

/**
 * How it ended.
 *
 * @param lastRun what the last run of the command said
 * @param finalError one line; empty on success
 * @param changedFiles by fixes that were kept
 * @param noEvidence the command ended well but checked nothing
 * @param skipped somebody decided to leave it failed
 * @param learningRecordId what this taught, where that is kept
 */
public record ExecReport(
        boolean success,
        int attempts,
        int exitCode,
        Optional<Explanation> lastRun,
        String finalError,
        List<String> changedFiles,
        List<Try> tries,
        boolean noEvidence,
        boolean skipped,
        Optional<String> learningRecordId) {

    public ExecReport {
        finalError = Secrets.redact(finalError);
        changedFiles = List.copyOf(changedFiles);
        tries = List.copyOf(tries);
    }

    /** One try: what it showed, and what the fix before it did. */
    public record Try(
            int attempt,
            int exitCode,
            String signature,
            int failing,
            String summary,
            Optional<String> fix,
            Optional<String> strategy) {

        public Try {
            summary = Secrets.redact(summary);
            fix = fix.map(Secrets::redact);
        }
    }
}
