package dev.mulligan.gateway.fleet;

import dev.mulligan.escalate.Money;
import dev.mulligan.record.share.Note;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What other gateways have spent of the budgets of sessions and projects; those of former lives of this one count, too. */
public final class SharedMoney {

    private static final String MONEY = "money";
    private static final int MOST = 20_000;
    /** After the last spending; a budget that nobody used for so long begins anew. */
    private static final Duration LASTS = Duration.ofDays(30);

    private final Fleet fleet;
    private final Map<String, Map<String, Long>> spent = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, Long>> eldest) {
            return size() > MOST;
        }
    };

    public SharedMoney(Fleet fleet) {
        this.fleet = fleet;
        fleet.listen(
                MONEY,
                heard -> heard(
                        heard.note().subject(),
                        heard.teller(),
                        Long.parseLong(heard.note().body())));
    }

    private synchronized void heard(String budget, String teller, long micros) {
        spent.computeIfAbsent(budget, fresh -> new HashMap<>()).put(teller, micros);
    }

    public synchronized Money elsewhere(String budget) {
        long sum = 0;
        for (long micros : spent.getOrDefault(budget, Map.of()).values()) {
            sum += micros;
        }
        return new Money(sum);
    }

    /** All that this gateway has spent of it so far. */
    public void tell(String budget, Money ours) {
        fleet.tell(new Note(MONEY, budget, Long.toString(ours.micros()), LASTS));
    }
}
