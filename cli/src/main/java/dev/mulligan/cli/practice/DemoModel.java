package dev.mulligan.cli.practice;

import dev.mulligan.provider.Wire;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.simulator.wire.SimulatedReply;

/**
 * The model of the demo: wrong in the ways models are wrong. First a diff that fits nowhere, then one that fits and does
 * not help, and only one of the candidates gets it right.
 */
final class DemoModel implements Replies {

    private static final String BUG = "  echo $(( $1 * $2 - $3 ))";
    private static final String NO_BETTER = "  echo $(( $1 * $2 - $3 - 0 ))";

    @Override
    public SimulatedReply to(Wire wire, String body) {
        String line = body.contains(NO_BETTER) ? NO_BETTER : BUG;
        if (body.contains("\\\"ranking\\\"")) {
            return SimulatedReply.text("{\"ranking\": [\"c1\", \"c2\", \"c3\"]}");
        }
        if (body.contains("Make the smallest change")) {
            return SimulatedReply.text(patch(line, "  echo $(( $1 * $2 - $2 * $3 ))"));
        }
        if (body.contains("Take another approach")) {
            return SimulatedReply.text("The discount is a share of the price, not an amount.\n\n"
                    + patch(line, "  echo $(( $1 * $2 * (100 - $3) / 100 ))"));
        }
        if (body.contains("Read the failing check first")) {
            return SimulatedReply.text("I would rather not touch this file.");
        }
        if (!body.contains("The attempt before failed")) {
            return SimulatedReply.text("Here is the fix:\n\n"
                    + patch("  return $(( price * quantity ))", "  return $(( price * quantity - off ))"));
        }
        if (body.contains("HUNK_FAILED")) {
            return SimulatedReply.text(patch(line, NO_BETTER));
        }
        return SimulatedReply.text(patch(
                line, body.contains("a new side") ? "  echo $(( 0 + $1 * $2 - $3 ))" : "  echo $(( $2 * $1 - $3 ))"));
    }

    private static String patch(String before, String after) {
        return "```diff\n--- a/cart.sh\n+++ b/cart.sh\n@@ -2,3 +2,3 @@\n total() {\n-" + before + "\n+" + after
                + "\n }\n```\n";
    }
}
