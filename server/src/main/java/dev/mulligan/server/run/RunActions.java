package dev.mulligan.server.run;

/** What a person can do about runs. Whoever drives runs carries it out. */
public interface RunActions {

    /** Nobody drives runs here: every action is refused with the reason. */
    RunActions NOBODY = new RunActions() {
        @Override
        public void answer(String questionId, String answer, String by) {
            throw nobody();
        }

        @Override
        public void retry(String runId, String stepId) {
            throw nobody();
        }

        @Override
        public void cancel(String runId) {
            throw nobody();
        }

        private RefusedException nobody() {
            return new RefusedException("no run is driven by this server; use the command line where it runs");
        }
    };

    /** It cannot be done now; the message says why, for people. */
    final class RefusedException extends RuntimeException {
        public RefusedException(String why) {
            super(why);
        }
    }

    void answer(String questionId, String answer, String by);

    void retry(String runId, String stepId);

    void cancel(String runId);
}
