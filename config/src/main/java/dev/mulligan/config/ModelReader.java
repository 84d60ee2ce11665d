package dev.mulligan.config;

import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Prices;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.util.stream.Collectors;

/** Reads one entry of {@code models:}. */
final class ModelReader {

    private ModelReader() {}

    static Model read(YamlValue value) {
        Mapping model = value.asMapping("a model");
        model.allowOnly(
                "id",
                "provider",
                "tier",
                "contextWindow",
                "input",
                "output",
                "cacheRead",
                "cacheWrite",
                "capabilities");
        try {
            double input = price(model, "input", 0);
            return new Model(
                    model.text("id").orElseThrow(() -> new IllegalArgumentException("a model needs an id")),
                    model.text("provider").orElse("custom"),
                    (int) price(model, "tier", 1),
                    true,
                    (int) price(model, "contextWindow", 200_000),
                    new Prices(
                            input,
                            price(model, "output", 0),
                            price(model, "cacheRead", input),
                            price(model, "cacheWrite", input)),
                    model.list("capabilities").stream().map(ConfigReader::word).collect(Collectors.toSet()));
        } catch (IllegalArgumentException e) {
            throw value.mistake(String.valueOf(e.getMessage()));
        }
    }

    private static double price(Mapping model, String field, double otherwise) {
        return model.text(field)
                .map(text -> {
                    try {
                        return Double.parseDouble(text);
                    } catch (NumberFormatException e) {
                        throw new IllegalArgumentException(field + " must be a number, not " + text, e);
                    }
                })
                .orElse(otherwise);
    }
}
