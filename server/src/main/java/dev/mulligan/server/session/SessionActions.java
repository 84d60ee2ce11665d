package dev.mulligan.server.session;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.CostEstimate;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.session.KeptRequest;
import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.server.policy.Policies;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person can do with a session: retry with the error as context, or go on with a stronger model. */
public final class SessionActions {

    private static final Logger log = LoggerFactory.getLogger(SessionActions.class);
    private static final int LONGEST_PROMPT = 100_000;
    private static final int LONGEST_ANSWER = 8_000;

    private final ServerContext context;
    private final Policies policies;
    private final SessionEscalations escalations;
    private final Resend resend;
    private final SessionModels models;

    public SessionActions(ServerContext context, Policies policies, SessionEscalations escalations) {
        this.context = context;
        this.policies = policies;
        this.escalations = escalations;
        this.resend = new Resend(context);
        this.models = new SessionModels(context, escalations);
    }

    private KeptRequest kept(String session) {
        known(session);
        return context.gateway()
                .lastRequest(session)
                .orElseThrow(() -> Problem.conflict("the last request of session '" + session
                        + "' is not in memory any more; it is there again with the session's next request"));
    }

    public Reply preview(Call call) {
        KeptRequest kept = kept(call.part("id"));
        return preview(kept, "", kept.failedOutput());
    }

    /** The same with what a person pasted; not part of an address, since stack traces are long. */
    public Reply previewOwn(Call call) {
        KeptRequest kept = kept(call.part("id"));
        JsonObject pasted = call.json("errorMessage", "failedOutput");
        return preview(kept, error(call, pasted), output(call, pasted, kept));
    }

    private static String error(Call call, JsonObject pasted) {
        return call.text(pasted, "errorMessage", LONGEST_PROMPT).orElse("");
    }

    private static String output(Call call, JsonObject pasted, KeptRequest kept) {
        return call.text(pasted, "failedOutput", LONGEST_PROMPT).orElse(kept.failedOutput());
    }

    private static Reply preview(KeptRequest kept, String error, String output) {
        return Reply.json(Json.object(
                "requestId",
                kept.requestId(),
                "at",
                kept.at(),
                "model",
                kept.model(),
                "failed",
                kept.failure().isPresent(),
                "errorType",
                kept.failure().map(f -> f.errorType().wireName()),
                "errorMessage",
                kept.failure().map(Failure::message),
                "failedOutput",
                output,
                "prompt",
                RetryPrompt.of(kept.failure(), error, output)));
    }

    public Reply retry(Call call) {
        String session = call.part("id");
        KeptRequest kept = kept(session);
        checkKey(call, kept);
        JsonObject asked = call.json("prompt", "errorMessage", "failedOutput", "withContext");
        boolean withContext = call.truth(asked, "withContext").orElse(true);
        Optional<String> prompt = call.text(asked, "prompt", LONGEST_PROMPT)
                .or(() -> Optional.of(RetryPrompt.of(kept.failure(), error(call, asked), output(call, asked, kept))));
        String body = Conversation.body(kept, withContext ? prompt : Optional.empty());
        String id = context.freshId("retry");
        int number =
                Timeline.of(context.store().sessions(), session, 200).retries().size() + 1;
        context.note(id, 1, started(session, number, kept, withContext));
        Thread.ofVirtual().name("mulligan-resend").start(() -> carryOut(id, session, kept, body));
        return Reply.json(202, Json.object("id", id, "session", session, "attemptNumber", number, "state", "running"));
    }

    /**
     * A retry is paid for with the key of the session's own client. On a machine without tokens anybody's program could ask
     * for it: so the caller proves that it is the person who started the server, or that it has the key.
     */
    private static void checkKey(Call call, KeptRequest kept) {
        boolean hasKey = call.header("x-mulligan-key").filter(kept::isPaidWith).isPresent();
        if (!call.visitor().proven() && !hasKey) {
            throw Problem.of(
                    401,
                    "Not logged in",
                    "a retry uses the key of this session's client, so the server must know who asks: open the link"
                            + " that mulligan serve printed when it started, or log in at /login with an operator's"
                            + " token (mulligan token create NAME --role operator); programs may send that token as"
                            + " Authorization: Bearer, or the session's own key as x-mulligan-key");
        }
    }

    private AttemptStarted started(String session, int number, KeptRequest kept, boolean withContext) {
        return new AttemptStarted(
                session,
                "session",
                number,
                policies.get(kept.project()).policy().maxAttempts(),
                Optional.of(models.inUse(session).orElse(kept.model())),
                withContext ? Remedy.Simple.ADD_ERROR_CONTEXT : Remedy.Simple.WAIT,
                Optional.of(withContext ? "retry-with-error-context" : "retry"));
    }

    private void carryOut(String id, String session, KeptRequest kept, String body) {
        try {
            Resend.Result result = resend.send(session, kept, body);
            String words = Conversation.words(result.body());
            String shown = words.length() > LONGEST_ANSWER ? words.substring(0, LONGEST_ANSWER) + " …" : words;
            context.note(id, 2, new AgentChunk(session, "answer", shown));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.warn("A retry asked for on the dashboard broke: {}", e.toString());
        }
    }

    public Reply estimate(Call call) {
        String session = call.part("id");
        String from = known(session);
        String to = call.asked("model").orElseGet(() -> above(from));
        target(to);
        return Reply.json(estimated(from, to, models.estimate(session, from, to)));
    }

    private JsonObject estimated(String from, String to, Optional<SessionModels.Estimate> found) {
        Optional<CostEstimate> estimate = found.map(SessionModels.Estimate::cost);
        return Json.object(
                "fromModel",
                from,
                "toModel",
                to,
                "currentMicros",
                estimate.map(e -> e.current().micros()),
                "targetMicros",
                estimate.map(e -> e.target().micros()),
                "differenceMicros",
                estimate.map(e -> e.difference().micros()),
                "costEstimate",
                estimate.map(e -> e.difference().inDollars()),
                "inputTokens",
                estimate.map(e -> e.basis().prompt()),
                "outputTokens",
                estimate.map(e -> e.basis().output()),
                "basis",
                found.map(e -> e.measured() ? "measured" : "guessed").orElse("unknown"),
                "ladder",
                ladder(from).rungs().stream().map(Model::id).toList());
    }

    private String known(String session) {
        return models.inUse(session)
                .orElseThrow(() -> Problem.notFound(
                        "there is no session '" + session + "'; a session appears with its first request"));
    }

    private Ladder ladder(String from) {
        return context.options()
                .ladder()
                .filter(own -> own.find(from).isPresent())
                .orElseGet(() -> context.options().models().ladderFor(from));
    }

    private String above(String from) {
        Ladder ladder = ladder(from);
        return ladder.above(from)
                .orElseThrow(() -> Problem.conflict(
                        ladder.find(from).isEmpty()
                                ? "model '" + from
                                        + "' is not known here, so nothing is known to be stronger; name a model"
                                : from + " is already the most capable model of its ladder"));
    }

    public Reply escalate(Call call) {
        String session = call.part("id");
        String from = known(session);
        String to = call.text(call.json("model"), "model", 200)
                .filter(name -> !name.isBlank())
                .orElseGet(() -> above(from));
        check(from, to);
        Optional<CostEstimate> estimate = models.estimate(session, from, to).map(SessionModels.Estimate::cost);
        // On record before it counts: it must not be forgotten when this server dies right after its answer.
        context.note(
                context.freshId("escalation"),
                1,
                new ModelEscalated(
                        session,
                        from,
                        to,
                        EscalationReason.MANUAL,
                        estimate.map(e -> e.current().micros()),
                        estimate.map(e -> e.target().micros())));
        escalations.catchUp();
        return Reply.json(Json.object(
                "fromModel",
                from,
                "toModel",
                to,
                "reason",
                EscalationReason.MANUAL.wireName(),
                "timestamp",
                context.time().now(),
                "costEstimate",
                estimate.map(e -> e.difference().inDollars()),
                "session",
                session));
    }

    /** Of a model that nobody knows there is no cost to show and none to confirm. */
    private Model target(String model) {
        return context.options()
                .models()
                .find(model)
                .orElseThrow(() -> Problem.field("model", "model: '" + model + "' is not known; see /api/models"));
    }

    private void check(String from, String to) {
        Models all = context.options().models();
        Model target = target(to);
        boolean otherProvider = all.find(from)
                .filter(known -> !known.provider().equals(target.provider()))
                .isPresent();
        if (otherProvider) {
            throw Problem.field(
                    "model",
                    "model: " + to + " is of another provider than " + from + "; a session keeps its provider");
        }
        if (to.equals(from)) {
            throw Problem.conflict("the session uses " + to + " already");
        }
    }
}
