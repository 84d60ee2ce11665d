package dev.mulligan.provider;

import dev.mulligan.text.JsonObject;
import java.util.Set;

/** Answers that have no content because there shall be none: another try would be refused the same way, and paid again. */
public final class FinalAnswers {

    private static final Set<String> REFUSALS = Set.of(
            "content_filter",
            "refusal",
            "SAFETY",
            "RECITATION",
            "BLOCKLIST",
            "PROHIBITED_CONTENT",
            "SPII",
            "IMAGE_SAFETY",
            "LANGUAGE");

    private FinalAnswers() {}

    /** Whether a model stopped for this reason because of what was asked, whichever wire says it. */
    public static boolean isRefusal(String stopReason) {
        return REFUSALS.contains(stopReason);
    }

    /** The same for a response of OpenAI's Responses wire. */
    public static boolean isFiltered(JsonObject response) {
        return response.object("incomplete_details")
                .flatMap(details -> details.text("reason"))
                .filter(FinalAnswers::isRefusal)
                .isPresent();
    }
}
