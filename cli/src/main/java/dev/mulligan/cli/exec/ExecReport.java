package dev.mulligan.cli.exec;

import dev.mulligan.redact.Secrets;
import java.util.List;
import java.util.Optional;

/**
 * How it ended.
 *
 * @param ending passed or not, and why not
 * @param summary what the last run of the command said
 * @param finalError one line; empty on success
 * @param changedFiles by fixes that were kept
 * @param learningRecordId what this taught, where that is kept
 */
record ExecReport(
        Ending ending,
        int exitCode,
        String summary,
        String finalError,
        List<String> changedFiles,
        List<Try> tries,
        Optional<String> learningRecordId) {

    enum Ending {
        PASSED,
        FAILED,
        /** The command ended well but checked nothing. */
        NO_EVIDENCE,
        /** Somebody decided to leave it failed. */
        SKIPPED
    }

    ExecReport {
        finalError = Secrets.redact(finalError);
        changedFiles = List.copyOf(changedFiles);
        tries = List.copyOf(tries);
    }

    /** The same where nothing is kept: a record that is gone must not be named. */
    ExecReport withoutRecord() {
        return new ExecReport(ending, exitCode, summary, finalError, changedFiles, tries, Optional.empty());
    }

    boolean success() {
        return ending == Ending.PASSED;
    }

    boolean noEvidence() {
        return ending == Ending.NO_EVIDENCE;
    }

    boolean skipped() {
        return ending == Ending.SKIPPED;
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
