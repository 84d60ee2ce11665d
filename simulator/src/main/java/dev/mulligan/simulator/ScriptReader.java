package dev.mulligan.simulator;

import dev.mulligan.wire.YamlValue;
import dev.mulligan.wire.YamlValue.Mapping;
import java.util.ArrayList;
import java.util.List;

/** Reads a script: a list of {@code {fault, times, path, body, …}}, or {@code {mix, share, seed}}. */
public final class ScriptReader {

    private ScriptReader() {}

    public static Script read(YamlValue value) {
        if (value instanceof YamlValue.Sequence list) {
            List<Script.Entry> entries = new ArrayList<>();
            list.items().forEach(item -> entries.add(entry(item.asMapping("an entry"))));
            return Script.of(entries);
        }
        Mapping mapping = value.asMapping("a script");
        mapping.allowOnly("mix", "share", "seed", "requests");
        if (mapping.get("requests").isPresent()) {
            return Script.of(mapping.list("requests").stream()
                    .map(item -> entry(item.asMapping("an entry")))
                    .toList());
        }
        List<Fault> faults = mapping.list("mix").stream()
                .map(item -> FaultNames.read(item.asMapping("a fault")))
                .toList();
        try {
            return Script.mix(
                    faults,
                    Double.parseDouble(mapping.text("share").orElse("0.3")),
                    FaultNames.number(mapping, "seed", 1));
        } catch (IllegalArgumentException e) {
            throw value.mistake(String.valueOf(e.getMessage()));
        }
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
