package dev.mulligan.server;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.Time;
import dev.mulligan.escalate.Models;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.report.AlertWebhook;
import dev.mulligan.store.report.AnalyticsQuery;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the rates of the last day and tells a webhook about each that crossed its threshold, once. */
final class AlertTask implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(AlertTask.class);
    private static final Duration LOOKED_AT = Duration.ofDays(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EventStore store;
    private final Models models;
    private final Time time;
    private final AlertWebhook webhook;

    AlertTask(EventStore store, Models models, Time time, URI webhook) {
        this.store = store;
        this.models = models;
        this.time = time;
        this.webhook = new AlertWebhook(
                webhook,
                Recovery.of(PolicyTemplates.get("default").maxAttempts(4).deadline(PATIENCE)));
    }

    @Override
    public void run() {
        Instant now = time.now();
        var report = store.analytics().report(AnalyticsQuery.between(now.minus(LOOKED_AT), now), models);
        try {
            store.alerts()
                    .tell(report.alerts(), now, webhook)
                    .forEach(alert -> log.info("Alert sent: {}", alert.sentence()));
        } catch (GaveUpException nobody) {
            log.warn(
                    "Alerts could not be sent and will be next time: {}",
                    nobody.failure().message());
        }
    }
}
