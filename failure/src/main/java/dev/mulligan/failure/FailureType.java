package dev.mulligan.failure;

import static dev.mulligan.failure.Action.FALLBACK_MODEL;
import static dev.mulligan.failure.Action.FIX_CONFIG;
import static dev.mulligan.failure.Action.REPHRASE;
import static dev.mulligan.failure.Action.RETRY;
import static dev.mulligan.failure.Action.RETRY_AFTER_DELAY;
import static dev.mulligan.failure.Action.SHRINK_CONTEXT;
import static dev.mulligan.failure.Action.STOP;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The cause of a failure, named by what went wrong and not by a status number. All that is known about a type stands
 * here: schemas, the manual's table, labels on screens and the advice in prompts come from it.
 */
public enum FailureType {
    RATE_LIMIT(
            FailureOrigin.LIMIT,
            ErrorType.RATE_LIMIT,
            RETRY_AFTER_DELAY,
            FALLBACK_MODEL,
            "this caller sends too much in a short window"),
    SERVER_ERROR(FailureOrigin.UPSTREAM, ErrorType.SERVER_ERROR, RETRY, FIX_CONFIG, "the far side broke"),
    OVERLOADED(
            FailureOrigin.UPSTREAM,
            ErrorType.SERVER_ERROR,
            RETRY,
            FIX_CONFIG,
            "the provider lacks capacity for everybody"),
    TIMEOUT(
            FailureOrigin.UPSTREAM,
            ErrorType.TIMEOUT,
            RETRY,
            FIX_CONFIG,
            "a wait for an answer ran out",
            "Do it in smaller pieces, and start nothing that waits for input."),
    NETWORK(FailureOrigin.UPSTREAM, ErrorType.TIMEOUT, RETRY, FIX_CONFIG, "no connection, or it broke"),
    CONTEXT_LIMIT(
            FailureOrigin.SIZE,
            ErrorType.CONTEXT_LIMIT,
            SHRINK_CONTEXT,
            SHRINK_CONTEXT,
            "the input, or input and output together, is too big",
            "Read fewer files, and only the parts you need."),
    CONTENT_FILTER(
            FailureOrigin.REQUEST,
            ErrorType.CONTENT_FILTER,
            REPHRASE,
            REPHRASE,
            "a safety or policy rule stopped prompt or answer",
            "Say it in other words; quote no more of the files than you must."),
    INVALID_REQUEST(
            FailureOrigin.REQUEST,
            ErrorType.INVALID_REQUEST,
            RETRY,
            FIX_CONFIG,
            "the request is wrong and stays wrong",
            "Check the form of every tool call and every value before you send it."),
    AUTH_ERROR(
            FailureOrigin.ACCESS,
            ErrorType.AUTH_ERROR,
            FIX_CONFIG,
            FIX_CONFIG,
            "key, login, permission or region refuses this caller"),
    QUOTA_EXHAUSTED(
            FailureOrigin.ACCESS,
            ErrorType.AUTH_ERROR,
            RETRY_AFTER_DELAY,
            FIX_CONFIG,
            "money, credits, a plan or a window of an hour and more is used up"),
    MODEL_UNAVAILABLE(
            FailureOrigin.ACCESS,
            ErrorType.INVALID_REQUEST,
            RETRY,
            FALLBACK_MODEL,
            "the model does not exist, is retired, not enabled, or still loading"),
    TOOL_FAILURE(
            FailureOrigin.WORK,
            ErrorType.UNKNOWN,
            RETRY,
            REPHRASE,
            "a local tool did its work and reported that the work fails",
            "Read the tool's error, change the call accordingly, and check what it answers."),
    RESOURCE(FailureOrigin.MACHINE, ErrorType.UNKNOWN, RETRY, FIX_CONFIG, "memory, disk, GPU, files or ports ran out"),
    CANCELLED(FailureOrigin.CALLER, ErrorType.UNKNOWN, STOP, STOP, "somebody asked it to stop"),
    UNKNOWN(FailureOrigin.UNKNOWN, ErrorType.UNKNOWN, RETRY, STOP, "the evidence names no cause");

    private final FailureOrigin origin;
    private final ErrorType usualErrorType;
    private final Action whenTransient;
    private final Action otherwise;
    private final String meaning;
    private final String advice;
    private final String wireName = name().toLowerCase(Locale.ROOT);
    private final String label =
            name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');

    FailureType(
            FailureOrigin origin, ErrorType usualErrorType, Action whenTransient, Action otherwise, String meaning) {
        this(origin, usualErrorType, whenTransient, otherwise, meaning, "");
    }

    FailureType(
            FailureOrigin origin,
            ErrorType usualErrorType,
            Action whenTransient,
            Action otherwise,
            String meaning,
            String advice) {
        this.origin = origin;
        this.usualErrorType = usualErrorType;
        this.whenTransient = whenTransient;
        this.otherwise = otherwise;
        this.meaning = meaning;
        this.advice = advice;
    }

    /** The name used in JSON, files and on the command line. */
    public String wireName() {
        return wireName;
    }

    /** The name on screens: the wire name in words, so that programs in other languages need no list. */
    public String label() {
        return label;
    }

    /** When a failure is of this type, in one line. */
    public String meaning() {
        return meaning;
    }

    /** Where the cause lies. */
    public FailureOrigin origin() {
        return origin;
    }

    /** The nearest of the eight public names when nothing more is known than this type. */
    public ErrorType usualErrorType() {
        return usualErrorType;
    }

    /** The first thing to do when nothing more is known than this type and whether it is expected to pass. */
    public Action usualAction(boolean isTransient) {
        return isTransient ? whenTransient : otherwise;
    }

    /** Whether it usually passes by itself. */
    public boolean isUsuallyTransient() {
        return origin == FailureOrigin.UPSTREAM || origin == FailureOrigin.LIMIT;
    }

    /** One sentence for the prompt of the next attempt; empty when the model can do nothing about it. */
    public String advice() {
        return advice;
    }

    /** All wire names, for who asks for one of them. */
    public static List<String> wireNames() {
        return Arrays.stream(values()).map(FailureType::wireName).toList();
    }

    public static Optional<FailureType> ofWireName(String name) {
        for (FailureType type : values()) {
            if (type.wireName.equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
