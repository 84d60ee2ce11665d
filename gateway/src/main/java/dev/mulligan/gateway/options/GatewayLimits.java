package dev.mulligan.gateway.options;

/**
 * What is refused.
 *
 * @param allBodies how much the bodies of all requests under way may take together
 * @param heldResponse how much of an answer is held back before it is let go unjudged
 * @param connections more than these at once are closed at once
 * @param identical the same request of one session more often than this within two minutes is a runaway
 */
public record GatewayLimits(
        int requestBody,
        long allBodies,
        int headers,
        int requestLine,
        int heldResponse,
        int connections,
        int identical) {
    /** A body is in memory once here and once more on its way out: a small heap takes fewer of them. */
    public static final GatewayLimits STANDARD = new GatewayLimits(
            64 << 20,
            Math.clamp(Runtime.getRuntime().maxMemory() / 4, 64L << 20, 256L << 20),
            64 << 10,
            16 << 10,
            16 << 20,
            20_000,
            20);
}
