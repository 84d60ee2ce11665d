package dev.mulligan.cli.exec;

import dev.mulligan.redact.Secrets;
import java.util.List;
import java.util.Optional;

/**
 * How it ended.
 *
 * @param summary what the last run of the command said
 * @param finalError one line; empty on success
 * @param changedFiles by fixes that were kept
 * @param noEvidence the command ended well but checked nothing
 * @param skipped somebody decided to leave it failed
 * @param learningRecordId what this taught, where that is kept
 */
record ExecReport(
        boolean success,
        int exitCode,
        String summary,
        String finalError,
        List<String> changedFiles,
        List<Try> tries,
        boolean noEvidence,
        boolean skipped,
        Optional<String> learningRecordId) {

    ExecReport {
        finalError = Secrets.redact(finalError);
        changedFiles = List.copyOf(changedFiles);
        tries = List.copyOf(tries);
    }

    /** The same where nothing is kept: a record that is gone must not be named. */
    ExecReport withoutRecord() {
        return new ExecReport(
                success, exitCode, summary, finalError, changedFiles, tries, noEvidence, skipped, Optional.empty());
    }

    int attempts() {
        return tries.size();
    }

    /** One try: what it showed, and what the fix before it did. */
    record Try(
            int attempt,
            int exitCode,
            String signature,
            int failing,
            String summary,
            Optional<String> fix,
            Optional<String> strategy) {}
}
