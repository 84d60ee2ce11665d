package dev.mulligan.orchestrator.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema of a plan, for editors that complete and check while one types. */
public final class PlanSchema {

    private PlanSchema() {}

    public static String text() {
        try (InputStream in = PlanSchema.class.getResourceAsStream("plan.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("plan.schema.json is not in the jar: build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("plan.schema.json cannot be read from the jar", e);
        }
    }
}
