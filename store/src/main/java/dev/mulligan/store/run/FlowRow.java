package dev.mulligan.store.run;

import java.time.Instant;

/**
 * A run as its workers see it.
 *
 * @param plan its text, so that any worker can read it
 * @param options as JSON: what was asked for beside the plan
 */
public record FlowRow(String runId, RunStatus status, String plan, String options, Instant createdAt) {}
