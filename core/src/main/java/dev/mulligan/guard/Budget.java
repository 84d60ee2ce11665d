package dev.mulligan.guard;

import dev.mulligan.attempt.Time;
import dev.mulligan.escalate.Money;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Attempts, calls, money and time as a tree: what a child spends, its parents spend too. Reserve before a paid call,
 * then {@link Reservation#commit} what it really cost; an open reservation counts as spent, so that parallel children
 * cannot overdraw.
 */
public final class Budget {

    private final String name;
    private final Limits limits;
    private final @Nullable Budget parent;
    private final Time time;
    private final long startedAt;
    private final ReentrantLock lock;
    private final Function<String, Money> elsewhere;

    // Mutable state, guarded by the lock the whole tree shares
    private Spending spent = Spending.NONE;
    private Spending reserved = Spending.NONE;

    private Budget(
            String name,
            Limits limits,
            @Nullable Budget parent,
            Time time,
            ReentrantLock lock,
            Function<String, Money> elsewhere) {
        this.name = name;
        this.limits = limits;
        this.parent = parent;
        this.time = time;
        this.startedAt = time.nanos();
        this.lock = lock;
        this.elsewhere = elsewhere;
    }

    /** A budget without a parent. */
    public static Budget root(String name, Limits limits, Time time) {
        return root(name, limits, time, any -> Money.ZERO);
    }

    /**
     * Shared with other programs.
     *
     * @param elsewhere what they spent of the budget of this name, as far as is known; asked often, so it must not wait
     */
    public static Budget root(String name, Limits limits, Time time, Function<String, Money> elsewhere) {
        return new Budget(name, limits, null, time, new ReentrantLock(), elsewhere);
    }

    /** A part of this budget with limits of its own. What it spends, this one spends too. */
    public Budget child(String childName, Limits childLimits) {
        return new Budget(childName, childLimits, this, time, lock, elsewhere);
    }

    /** The most there may be of each; empty means no limit. */
    public record Limits(
            Optional<Integer> attempts, Optional<Integer> calls, Optional<Money> money, Optional<Duration> time) {

        public static final Limits NONE =
                new Limits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** With at most so many attempts. */
        public Limits attempts(int most) {
            return new Limits(Optional.of(most), calls, money, time);
        }

        /** With at most so many calls. */
        public Limits calls(int most) {
            return new Limits(attempts, Optional.of(most), money, time);
        }

        /** With at most so much money. */
        public Limits money(Money most) {
            return new Limits(attempts, calls, Optional.of(most), time);
        }

        /** With at most so much time since the budget was made. */
        public Limits time(Duration most) {
            return new Limits(attempts, calls, money, Optional.of(most));
        }
    }

    /** What something costs. */
    public record Spending(int attempts, int calls, Money money) {
        public static final Spending NONE = new Spending(0, 0, Money.ZERO);

        /** One attempt with one call that is expected to cost so much. */
        public static Spending attempt(Money estimate) {
            return new Spending(1, 1, estimate);
        }

        Spending plus(Spending other) {
            return new Spending(attempts + other.attempts, calls + other.calls, money.plus(other.money));
        }

        Spending minus(Spending other) {
            return new Spending(attempts - other.attempts, calls - other.calls, money.minus(other.money));
        }
    }

    /** Either a reservation or the sentence that says which limit of which budget stands in the way. */
    public sealed interface Answer {
        record Reserved(Reservation reservation) implements Answer {}

        record Exceeded(String budget, String what) implements Answer {}
    }

    /** Sets so much aside, here and in every parent, or says which limit stands against it. */
    public Answer reserve(Spending estimate) {
        lock.lock();
        try {
            for (Budget at = this; at != null; at = at.parent) {
                Optional<String> over = at.over(estimate);
                if (over.isPresent()) {
                    return new Answer.Exceeded(at.name, over.get());
                }
            }
            for (Budget at = this; at != null; at = at.parent) {
                at.reserved = at.reserved.plus(estimate);
            }
            return new Answer.Reserved(new Reservation(this, estimate));
        } finally {
            lock.unlock();
        }
    }

    private Optional<String> over(Spending more) {
        Spending after = spent.plus(reserved).plus(more);
        if (limits.attempts().isPresent()
                && after.attempts() > limits.attempts().get()) {
            return Optional.of("attempts: all " + limits.attempts().get() + " are used");
        }
        if (limits.calls().isPresent() && after.calls() > limits.calls().get()) {
            return Optional.of("calls: all " + limits.calls().get() + " are used");
        }
        if (limits.money().isPresent()) {
            Money theirs = elsewhere.apply(name);
            Money already = spent.money().plus(theirs);
            if (already.compareTo(limits.money().get()) >= 0) {
                return Optional.of("money: " + already + " spent, the limit is "
                        + limits.money().get());
            }
            if (after.money().plus(theirs).compareTo(limits.money().get()) > 0) {
                return Optional.of("money: " + more.money() + " more would pass "
                        + limits.money().get() + " (" + already + " spent)");
            }
        }
        Duration elapsed = Duration.ofNanos(time.nanos() - startedAt);
        if (limits.time().isPresent() && elapsed.compareTo(limits.time().get()) >= 0) {
            return Optional.of("time: " + limits.time().get() + " are over");
        }
        return Optional.empty();
    }

    /** What was committed so far; what is only set aside does not count. */
    public Spending spent() {
        lock.lock();
        try {
            return spent;
        } finally {
            lock.unlock();
        }
    }

    /** Books what is spent already: a limit cannot undo it. */
    public void spend(Spending actual) {
        settle(Spending.NONE, actual);
    }

    /** Takes back what was committed for something that did not happen. */
    void giveBack(Spending unused) {
        settle(Spending.NONE, Spending.NONE.minus(unused));
    }

    private void settle(Spending estimate, Spending actual) {
        lock.lock();
        try {
            for (Budget at = this; at != null; at = at.parent) {
                at.reserved = at.reserved.minus(estimate);
                at.spent = at.spent.plus(actual);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Held while a paid call runs; settled once. */
    public static final class Reservation {

        private final Budget budget;
        private final Spending estimate;
        private boolean settled;

        private Reservation(Budget budget, Spending estimate) {
            this.budget = budget;
            this.estimate = estimate;
        }

        /** Replaces what was set aside by what it really was. Calling it twice changes nothing. */
        public synchronized void commit(Spending actual) {
            if (!settled) {
                settled = true;
                budget.settle(estimate, actual);
            }
        }

        /** Nothing was spent after all. */
        public void release() {
            commit(Spending.NONE);
        }
    }
}
