package dev.mulligan.gateway.upstream;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.gateway.access.SafeText;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.provider.translate.UntranslatableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Names what went wrong with a call, where the classifier is not needed for it. */
public final class CallFailures {

    private CallFailures() {}

    static Failure unreachable(Throwable why) {
        return passing(FailureType.NETWORK, "the provider could not be reached: " + text(why), "unreachable");
    }

    public static Failure broken(Throwable why) {
        return passing(FailureType.NETWORK, "the connection to the provider broke: " + text(why), "broken");
    }

    /** What an answer that is held whole says about itself. */
    public static Failure said(GatewayOptions options, UpstreamResponse answer) {
        return read(
                options.classifier(),
                new Evidence.Http(
                                answer.status(),
                                UpstreamResponse.plain(answer.headers()),
                                answer.body().toString(StandardCharsets.UTF_8))
                        .at(options.time().now()));
    }

    /** What an error event inside a stream says. */
    public static Failure event(GatewayOptions options, UpstreamResponse answer, String name, byte[] data) {
        String text = "event: " + name + "\ndata: " + new String(data, StandardCharsets.UTF_8) + "\n\n";
        return read(
                options.classifier(),
                new Evidence.Stream(200, UpstreamResponse.plain(answer.headers()), text)
                        .at(options.time().now()));
    }

    /** Refused before the call: a request that loses something on its way would be another one. */
    static Failure untranslatable(Target target, UntranslatableException why) {
        return Failure.of(
                FailureType.INVALID_REQUEST,
                false,
                "the request cannot be translated for the upstream " + target.name() + ": " + why.getMessage(),
                Action.FIX_CONFIG,
                "gateway.untranslatable");
    }

    static Failure noFirstByte(Duration limit) {
        return passing(
                FailureType.TIMEOUT, "the provider did not begin to answer within " + seconds(limit), "no-first-byte");
    }

    static Failure tookTooLong(Duration limit) {
        return passing(
                FailureType.TIMEOUT, "the attempt took longer than the policy's " + seconds(limit), "attempt-timeout");
    }

    static Failure stalled(Duration limit) {
        return passing(FailureType.TIMEOUT, "the provider's answer stood still for " + seconds(limit), "stalled");
    }

    public static Failure cutOff() {
        return passing(FailureType.NETWORK, "the provider's answer ended before it was complete", "cut-off");
    }

    public static Failure empty() {
        return passing(FailureType.SERVER_ERROR, "the provider answered with nothing at all", "empty");
    }

    public static Failure html() {
        return passing(FailureType.SERVER_ERROR, "a web page came instead of the provider's answer", "html");
    }

    public static Failure malformed() {
        return passing(FailureType.SERVER_ERROR, "the provider's answer is not valid JSON", "malformed");
    }

    static Failure saysNothing() {
        return passing(FailureType.SERVER_ERROR, "the model's answer has no content", "says-nothing");
    }

    public static Failure cancelled() {
        return Failure.of(FailureType.CANCELLED, false, "the client hung up", Action.STOP, "gateway.client-gone");
    }

    /** By a person, on the Live page or through the REST API. */
    public static Failure givenUp(Failure last) {
        return Failure.of(
                FailureType.CANCELLED,
                false,
                "given up by hand while it waited for another attempt; the last one failed: " + last.message(),
                Action.STOP,
                "gateway.given-up");
    }

    static Failure reported() {
        return passing(FailureType.SERVER_ERROR, "the provider reported an error", "reported");
    }

    /** What the evidence says; it is known to be a failure, so a classifier that sees none is not believed. */
    public static Failure read(Classifier classifier, Evidence evidence) {
        return switch (classifier.classify(evidence)) {
            case Verdict.Failed failed -> shown(failed.failure());
            case Verdict.NotAFailure _ -> reported();
        };
    }

    /** A provider may repeat the client's key in its error, and its words reach logs and terminals. */
    private static Failure shown(Failure failure) {
        String message = SafeText.message(failure.message());
        return message.equals(failure.message()) ? failure : failure.withMessage(message);
    }

    private static Failure passing(FailureType type, String message, String rule) {
        return Failure.of(type, true, message, Action.RETRY, "gateway." + rule);
    }

    private static String seconds(Duration limit) {
        return limit.toMillis() / 1000.0 + " s";
    }

    private static String text(Throwable why) {
        if (why.getMessage() == null) {
            return why.getClass().getSimpleName();
        }
        // Java writes an address that was never a name with a slash before it.
        String plain = SafeText.ofSystem(why.getMessage()).replace(": /", ": ");
        return SafeText.message(
                plain.startsWith("Connection ") ? "connection" + plain.substring("Connection".length()) : plain);
    }
}
