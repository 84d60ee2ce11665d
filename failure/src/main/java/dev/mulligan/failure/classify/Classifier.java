package dev.mulligan.failure.classify;

import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.VerdictExplanation;
import dev.mulligan.failure.delay.RetryAfter;
import dev.mulligan.failure.facts.AffordableTokens;
import dev.mulligan.failure.facts.EvidenceFacts;
import dev.mulligan.failure.facts.KnownStatus;
import dev.mulligan.failure.facts.MessageLine;
import dev.mulligan.failure.facts.SuccessCheck;
import dev.mulligan.failure.facts.ThrownResponse;
import dev.mulligan.failure.match.ClassificationTrace;
import dev.mulligan.failure.match.ClientAttempts;
import dev.mulligan.failure.match.PhraseHits;
import dev.mulligan.failure.match.PhraseHitsPool;
import dev.mulligan.failure.match.TextMark;
import dev.mulligan.failure.rule.BookRule;
import dev.mulligan.failure.rule.Cause;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.failure.rule.RuleBook;
import dev.mulligan.failure.rule.RuleBookReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says what failed and whether another try is worth it. Immutable and safe for many threads.
 *
 * <p>The most specific evidence decides: a user's rule, then phrases and codes in the text, then class names and
 * headers, then the HTTP status, then the exit code.
 */
public final class Classifier {
    private static final int[] NO_PHRASES = {};
    private static final String WORDS = "words";
    private static final String HINTS = "hints";
    private static final String ENVELOPE = "envelope";

    private final RuleBook book;
    private final List<Rule> userRules;
    private final PhraseHitsPool pool = new PhraseHitsPool();

    private Classifier(RuleBook book, List<Rule> userRules) {
        this.book = book;
        this.userRules = List.copyOf(userRules);
    }

    public static Classifier standard() {
        return Shipped.STANDARD;
    }

    /** The user's rules come first, in their order; the first that matches wins. */
    public static Classifier withRules(List<Rule> userRules) {
        return new Classifier(Shipped.STANDARD.book, userRules);
    }

    public Verdict classify(Evidence evidence) {
        PhraseHits hits = pool.borrow(book.table(), null);
        Verdict verdict = new Case(evidence, hits, null).verdict();
        pool.giveBack(hits);
        return verdict;
    }

    /**
     * An exception is always a failure. When it or one of its causes knows the response of a server (as the exceptions of
     * the providers' SDKs, LangChain4j and Spring do), that response is classified, headers included.
     */
    public Failure classify(Throwable thrown) {
        Optional<Evidence.Http> response = ThrownResponse.of(thrown);
        if (response.isPresent() && classify(response.get()) instanceof Verdict.Failed failed) {
            return failed.failure().withCause(thrown);
        }
        return switch (classify(Evidence.of(thrown))) {
            case Verdict.Failed failed -> failed.failure().withCause(thrown);
            case Verdict.NotAFailure no -> throw new IllegalStateException("an exception cannot be a success: " + no);
        };
    }

    /** Whether two exceptions of this class with the same message may still mean different things. */
    public static boolean readsResponsesOf(Class<? extends Throwable> type) {
        return ThrownResponse.isKnownTo(type);
    }

    /** The same answer as {@link #classify(Evidence)}, with its reasons. */
    public VerdictExplanation explain(Evidence evidence) {
        ClassificationTrace trace = new ClassificationTrace();
        PhraseHits hits = pool.borrow(book.table(), trace);
        Case one = new Case(evidence, hits, trace);
        Verdict verdict = one.verdict();
        pool.giveBack(hits);
        return trace.explain(verdict, one.decidingPhrases(), book.phrases());
    }

    private static final class Shipped {
        static final Classifier STANDARD = new Classifier(RuleBookReader.readShipped(), List.of());
    }

    /** One classification. */
    private final class Case {
        private final EvidenceFacts facts;
        private final PhraseHits hits;
        private final @Nullable ClassificationTrace trace;
        private final KnownStatus status;
        private @Nullable BookRule decided;

        Case(Evidence evidence, PhraseHits hits, @Nullable ClassificationTrace trace) {
            this.facts = EvidenceFacts.of(evidence);
            this.hits = hits;
            this.trace = trace;
            this.status = new KnownStatus(facts);
        }

        int[] decidingPhrases() {
            if (decided == null) {
                return NO_PHRASES;
            }
            return decided.wantedPhrases();
        }

        Verdict verdict() {
            for (Rule rule : userRules) {
                if (rule.fits(facts)) {
                    scan(facts.parts());
                    if (trace != null) {
                        trace.typeBy("your rule");
                    }
                    return failed(
                            new Cause(rule.name(), rule.type(), Optional.empty(), rule.retryable(), rule.action()));
                }
            }
            if (facts.form() == Evidence.Form.PROCESS) {
                String success = SuccessCheck.ofProcess(facts);
                if (success != null) {
                    return new Verdict.NotAFailure(success, MessageLine.of(facts, hits));
                }
            }
            scan(facts.parts());
            return facts.answered() ? answered() : failed(cause());
        }

        private void scan(List<EvidenceFacts.Part> parts) {
            for (EvidenceFacts.Part part : parts) {
                if (trace != null) {
                    trace.part(part.name());
                }
                book.scan(part.text(), hits);
            }
        }

        /** A 2xx: a success unless the answer says otherwise or is not whole. */
        private Verdict answered() {
            SuccessCheck.Doubt doubt = SuccessCheck.ofAnswer(facts, hits);
            if (doubt == SuccessCheck.Doubt.SAYS_ERROR) {
                return failed(cause());
            }
            BookRule finish = book.firstFound(facts, hits, status, BookRule.Scope.ANSWER);
            if (finish != null) {
                decided = finish;
                if (trace != null) {
                    trace.typeBy(facts.parts().getFirst().name());
                }
                return failed(finish.cause());
            }
            return switch (doubt) {
                case NONE, SAYS_ERROR -> new Verdict.NotAFailure("answer.complete", "HTTP " + facts.status());
                case HTML -> failed(Cause.of("answer.html", FailureType.NETWORK).notRetryable());
                case EMPTY -> failed(Cause.of("answer.empty", FailureType.SERVER_ERROR));
                case CUT_OFF -> failed(Cause.of("answer.cut-off", FailureType.NETWORK));
                case SAYS_NOTHING -> failed(Cause.of("answer.says-nothing", FailureType.UNKNOWN));
            };
        }

        private Cause cause() {
            BookRule rule = book.firstFound(facts, hits, status, BookRule.Scope.CAUSE);
            String by = WORDS;
            if (rule == null && !facts.hints().isEmpty()) {
                scan(facts.hints());
                rule = book.firstFound(facts, hits, status, BookRule.Scope.CAUSE);
                by = HINTS;
            }
            if (rule == null && status.value() > 0) {
                rule = book.firstByEnvelope(facts, hits, status);
                by = ENVELOPE;
            }
            if (rule == null) {
                rule = book.firstFound(facts, hits, status, BookRule.Scope.WRAPPER);
                by = WORDS;
            }
            if (rule == null && status.value() < 0) {
                rule = book.firstByEnvelope(facts, hits, status);
                by = ENVELOPE;
            }
            if (rule == null) {
                return Cause.of("none", FailureType.UNKNOWN);
            }
            decided = rule;
            if (trace != null) {
                tell(trace, rule, by);
            }
            Cause cause = rule.cause();
            return hits.has(TextMark.AFFORD) && AffordableTokens.tooLittle(hits) ? cause.withUsualAction() : cause;
        }

        /** Which evidence won, and which it overruled. */
        private void tell(ClassificationTrace reasons, BookRule rule, String by) {
            reasons.typeBy(
                    switch (by) {
                        case WORDS -> facts.parts().getFirst().name();
                        case HINTS -> facts.hints().getFirst().name();
                        default -> status.value() > 0 ? "status " + status.value() : "how the process ended";
                    });
            if (by.equals(ENVELOPE) || status.value() <= 0) {
                return;
            }
            BookRule overruled = book.firstByEnvelope(facts, hits, status);
            if (overruled != null && overruled.cause().type() != rule.cause().type()) {
                reasons.note("status " + status.value() + " alone would mean "
                        + overruled.cause().type().wireName() + "; what the answer says counts more");
            }
        }

        private Verdict failed(Cause cause) {
            Optional<Duration> delay = RetryAfter.of(facts, hits, cause.type(), trace);
            return new Verdict.Failed(RetryAdvice.judge(
                    cause, facts, status, delay, ClientAttempts.in(hits), MessageLine.of(facts, hits), trace));
        }
    }
}
