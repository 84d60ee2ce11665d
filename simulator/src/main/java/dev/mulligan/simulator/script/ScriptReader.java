package dev.mulligan.simulator.script;

import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Reads a script: a list of {@code {fault, times, path, body, …}}, or a mapping {@code {requests, mix, share, seed, rate,
 * outages, quota, latency, accounts, dialect}}.
 */
public final class ScriptReader {

    private ScriptReader() {}

    public static Script read(YamlValue value) {
        if (value instanceof YamlValue.Sequence list) {
            return Script.of(entries(list.items()));
        }
        Mapping mapping = value.asMapping("a script");
        mapping.allowOnly(
                "requests", "mix", "share", "seed", "rate", "outages", "quota", "latency", "accounts", "dialect");
        List<Fault> mix = mapping.list("mix").stream()
                .map(item -> FaultNames.read(item.asMapping("a fault")))
                .toList();
        return Script.under(
                conditions(mapping),
                accounts(mapping),
                dialect(mapping),
                entries(mapping.list("requests")),
                mix,
                share(mapping),
                FaultNames.number(mapping, "seed", 1));
    }

    /** Conditions of single keys, by the key. */
    private static Map<String, Conditions> accounts(Mapping script) {
        Map<String, Conditions> accounts = new LinkedHashMap<>();
        script.mapping("accounts").members().forEach((key, value) -> {
            Mapping account = value.asMapping("an account");
            account.allowOnly("rate", "outages", "quota", "latency");
            accounts.put(key, conditions(account));
        });
        return accounts;
    }

    private static Dialect dialect(Mapping script) {
        String word = script.text("dialect").orElse(Dialect.PLAIN.word());
        return Dialect.of(word)
                .orElseThrow(() -> script.mistake("dialect '" + word + "' is not known; there are "
                        + Arrays.stream(Dialect.values()).map(Dialect::word).collect(Collectors.joining(", "))));
    }

    private static List<Script.Entry> entries(List<YamlValue> items) {
        return items.stream().map(item -> entry(item.asMapping("an entry"))).toList();
    }

    private static double share(Mapping mapping) {
        BigDecimal share = decimal(mapping, "share", "0.3");
        if (share.signum() < 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw mapping.mistake("share is from 0 to 1, not " + share);
        }
        return share.doubleValue();
    }

    private static Conditions conditions(Mapping mapping) {
        return new Conditions(
                present(mapping, "rate").map(ScriptReader::rate),
                mapping.list("outages").stream()
                        .map(item -> outage(item.asMapping("an outage")))
                        .toList(),
                present(mapping, "quota").map(ScriptReader::quota).orElse(OptionalInt.empty()),
                present(mapping, "latency").map(ScriptReader::latency));
    }

    private static Optional<Mapping> present(Mapping mapping, String name) {
        return mapping.get(name).map(value -> value.asMapping(name));
    }

    private static Conditions.RateWindow rate(Mapping rate) {
        rate.allowOnly("requests", "ms");
        try {
            return new Conditions.RateWindow(FaultNames.number(rate, "requests", 10), millis(rate, "ms", 60_000));
        } catch (IllegalArgumentException e) {
            throw rate.mistake(String.valueOf(e.getMessage()));
        }
    }

    private static Conditions.Outage outage(Mapping outage) {
        outage.allowOnly("after", "ms", "fault", "code", "headers", "where", "type", "path");
        Fault fault = outage.get("fault").isPresent()
                ? FaultNames.read(outage)
                : new Fault.Status(FaultNames.status(outage, 503), FaultNames.headers(outage));
        return new Conditions.Outage(
                millis(outage, "after", 0),
                millis(outage, "ms", 10_000),
                fault,
                outage.text("path").orElse(""));
    }

    /** So many requests, or so many dollars at so much each. */
    private static OptionalInt quota(Mapping quota) {
        quota.allowOnly("requests", "dollars", "each");
        if (quota.get("dollars").isEmpty()) {
            return OptionalInt.of(FaultNames.number(quota, "requests", 0));
        }
        BigDecimal each = decimal(quota, "each", "0.01");
        if (each.signum() <= 0) {
            throw quota.mistake("each must be above 0");
        }
        return OptionalInt.of(decimal(quota, "dollars", "0")
                .divide(each, 0, RoundingMode.DOWN)
                .min(BigDecimal.valueOf(Integer.MAX_VALUE))
                .intValue());
    }

    private static Conditions.Latency latency(Mapping latency) {
        latency.allowOnly("ms", "jitter");
        return new Conditions.Latency(millis(latency, "ms", 0), millis(latency, "jitter", 0));
    }

    private static BigDecimal decimal(Mapping mapping, String name, String otherwise) {
        String text = mapping.text(name).orElse(otherwise);
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw mapping.mistake(name + " must be a number, not " + text);
        }
    }

    private static Duration millis(Mapping mapping, String name, int otherwise) {
        return Duration.ofMillis(FaultNames.number(mapping, name, otherwise));
    }

    private static Script.Entry entry(Mapping entry) {
        entry.allowOnly("fault", "times", "path", "body", "code", "headers", "where", "type", "ms");
        int times = entry.text("times").orElse("1").equals("forever")
                ? Script.Entry.FOREVER
                : FaultNames.number(entry, "times", 1);
        return new Script.Entry(
                FaultNames.read(entry),
                times,
                entry.text("path").orElse(""),
                entry.text("body").orElse(""));
    }
}
