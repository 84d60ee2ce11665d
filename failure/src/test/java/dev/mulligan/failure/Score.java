package dev.mulligan.failure;

import dev.mulligan.failure.classify.Classifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Counts what a classifier gets right on labelled cases, as the corpus asks for. */
final class Score {
    private final List<String> misses = new ArrayList<>();
    private int cases;
    private int failureFlag;
    private int type;
    private int typeLenient;
    private int errorType;
    private int retryable;
    private int stated;
    private int statedExact;
    private int invented;
    private int action;
    private int actionLenient;
    private int uselessRetries;
    private int missedRetries;

    static Score of(Classifier classifier, List<LabelledCase> cases) {
        Score score = new Score();
        for (LabelledCase one : cases) {
            score.add(one, classifier.classify(one.evidence()));
        }
        return score;
    }

    private void add(LabelledCase one, Verdict verdict) {
        LabelledCase.Label label = one.label();
        Failure failure = switch (verdict) {
            case Verdict.Failed failed -> failed.failure();
            case Verdict.NotAFailure no -> Failure.of(FailureType.UNKNOWN, false, no.message(), Action.STOP, no.rule());
        };
        cases++;
        boolean failed = verdict instanceof Verdict.Failed;
        List<String> wrong = new ArrayList<>();
        failureFlag += count(failed == label.failure(), "failure=" + failed, wrong);
        String gotType = failure.type().wireName();
        type += count(gotType.equals(label.type()), "type=" + gotType + " not " + label.type(), wrong);
        typeLenient += gotType.equals(label.type()) || label.acceptTypes().contains(gotType) ? 1 : 0;
        String gotError = failure.errorType().wireName();
        errorType +=
                count(gotError.equals(label.errorType()), "error=" + gotError + " not " + label.errorType(), wrong);
        retryable += count(failure.retryable() == label.retryable(), "retryable=" + failure.retryable(), wrong);
        uselessRetries += failure.retryable() && !label.retryable() ? 1 : 0;
        missedRetries += !failure.retryable() && label.retryable() ? 1 : 0;
        Optional<Long> gotDelay = failure.retryAfter().map(Duration::toMillis);
        boolean sameDelay = Objects.equals(gotDelay.orElse(null), label.retryAfterMs());
        if (label.retryAfterMs() == null) {
            invented += sameDelay ? 0 : 1;
        } else {
            stated++;
            statedExact += sameDelay ? 1 : 0;
        }
        count(sameDelay, "delay=" + gotDelay + " not " + label.retryAfterMs(), wrong);
        String gotAction = failure.bestAction().wireName();
        action += count(gotAction.equals(label.action()), "action=" + gotAction + " not " + label.action(), wrong);
        actionLenient +=
                gotAction.equals(label.action()) || label.acceptActions().contains(gotAction) ? 1 : 0;
        if (!wrong.isEmpty()) {
            misses.add(one.id() + " [" + failure.rule() + "] " + wrong + " | " + failure.message());
        }
    }

    private static int count(boolean right, String otherwise, List<String> wrong) {
        if (!right) {
            wrong.add(otherwise);
        }
        return right ? 1 : 0;
    }

    double failureFlag() {
        return share(failureFlag);
    }

    double type() {
        return share(type);
    }

    double typeLenient() {
        return share(typeLenient);
    }

    double errorType() {
        return share(errorType);
    }

    double retryable() {
        return share(retryable);
    }

    double action() {
        return share(action);
    }

    double statedExact() {
        return stated == 0 ? 1 : (double) statedExact / stated;
    }

    int invented() {
        return invented;
    }

    private double share(int right) {
        return (double) right / cases;
    }

    String misses() {
        return String.join("\n", misses);
    }

    @Override
    public String toString() {
        return String.format(
                java.util.Locale.ROOT,
                "%d cases: failure %.3f, type %.3f (lenient %.3f), errorType %.3f, retryable %.3f (useless %d, missed %d),"
                        + " delay %d/%d exact, %d invented, action %.3f (lenient %.3f)",
                cases,
                failureFlag(),
                type(),
                share(typeLenient),
                errorType(),
                retryable(),
                uselessRetries,
                missedRetries,
                statedExact,
                stated,
                invented,
                action(),
                share(actionLenient));
    }

    /** Prints the scores of a resource, such as {@code errors-peers.jsonl}. */
    public static void main(String[] arguments) {
        Score score = of(Classifier.standard(), LabelledCase.read(arguments[0]));
        System.out.println(score);
        System.out.println(score.misses());
    }
}
