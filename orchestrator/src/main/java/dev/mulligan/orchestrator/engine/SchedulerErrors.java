package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.event.SchedulerListener.SchedulerEventType;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.sql.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in a sentence that the store does not answer, once for each time it is away, and that it is back. The scheduler
 * itself would print the calls of every thread that met the outage.
 */
final class SchedulerErrors extends AbstractSchedulerListener {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerErrors.class);
    /** One or two come with a connection that broke; the next look has a new one. */
    private static final int STILL_NORMAL = 3;

    private final Flows flows;
    private int inARow;
    private boolean said;

    SchedulerErrors(Flows flows) {
        this.flows = flows;
    }

    @Override
    public synchronized void onSchedulerEvent(SchedulerEventType type) {
        switch (type) {
            case UNEXPECTED_ERROR -> failed();
            case RAN_EXECUTE_DUE -> worked();
            default -> {
                // Heartbeats and dead workers have events of their own.
            }
        }
    }

    private void failed() {
        inARow++;
        if (said) {
            return;
        }
        try {
            flows.now();
            if (inARow > STILL_NORMAL) {
                said = true;
                LOG.warn("Looking for steps fails again and again; mulligan --debug shows why");
            }
        } catch (StoreException away) {
            said = true;
            LOG.warn("The store does not answer; steps wait until it is back: {}", away.getMessage());
        }
    }

    private void worked() {
        inARow = 0;
        if (said) {
            said = false;
            LOG.warn("The store answers again; steps go on");
        }
    }
}
