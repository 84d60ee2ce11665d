package dev.mulligan.store.adapt;

import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.record.advice.Strategy;
import dev.mulligan.record.learn.CascadeRule;
import dev.mulligan.store.trace.PrivateFiles;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Utf8Files;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * {@code .mulligan/retry-config.json}: made on first use, ignored by git, replaced as a whole. Where it is absent,
 * {@code .claude/retry-config.json} is read, which has the same fields.
 */
public final class ConfigFile {

    public static final String NAME = "retry-config.json";

    private final Path project;
    private final Consumer<String> warnings;

    /** For the project in this folder; warnings are sentences for a person. */
    public ConfigFile(Path project, Consumer<String> warnings) {
        this.project = project;
        this.warnings = warnings;
    }

    public Path path() {
        return project.resolve(".mulligan").resolve(NAME);
    }

    /** What is set, or the built-in values; never an exception. */
    public AdaptConfig load() {
        for (Path file : List.of(path(), project.resolve(".claude").resolve(NAME))) {
            if (Files.isRegularFile(file)) {
                try {
                    return read(Json.parseObject(Utf8Files.read(file)));
                } catch (IOException | JsonException | IllegalArgumentException e) {
                    warnings.accept(file + " cannot be used: " + e.getMessage()
                            + "; the built-in values are used instead" + Aside.keep(file));
                    return AdaptConfig.standard();
                }
            }
        }
        return AdaptConfig.standard();
    }

    static AdaptConfig read(JsonObject json) {
        AdaptConfig standard = AdaptConfig.standard();
        Map<String, List<String>> strategies = new LinkedHashMap<>(standard.strategies());
        json.object("strategies")
                .ifPresent(stages ->
                        stages.members().keySet().forEach(stage -> strategies.put(stage, texts(stages, stage))));
        Map<String, Strategy> custom = new LinkedHashMap<>();
        json.object("customStrategies")
                .ifPresent(all -> all.members()
                        .keySet()
                        .forEach(name ->
                                all.object(name).ifPresent(strategy -> custom.put(name, reword(name, strategy)))));
        return new AdaptConfig(
                json.integer("maxRetries").orElse(standard.maxRetries()),
                json.integer("windowSize").orElse(standard.windowSize()),
                decimal(json, "highFailureThreshold").orElse(standard.highFailureThreshold()),
                json.integer("minimumSamples").orElse(standard.minimumSamples()),
                strategies,
                custom,
                texts(json, "never"),
                json.object("cascade").map(ConfigFile::cascade).orElse(CascadeRule.STANDARD));
    }

    private static CascadeRule cascade(JsonObject json) {
        return new CascadeRule(
                json.truth("enabled").orElse(true),
                json.integer("threshold").orElse(CascadeRule.STANDARD.threshold()),
                json.integer("windowSize").orElse(CascadeRule.STANDARD.windowSize()));
    }

    private static Strategy reword(String name, JsonObject json) {
        return new Strategy.Reword(
                name,
                json.text("prefix", ""),
                json.text("suffix", ""),
                json.text("model"),
                decimal(json, "temperature"),
                json.truth("freshContext").orElse(false));
    }

    private static Optional<Double> decimal(JsonObject json, String name) {
        return json.get(name) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }

    private static List<String> texts(JsonObject json, String name) {
        return json.list(name).stream().map(String::valueOf).toList();
    }

    /** The same, as JSON. */
    public static JsonObject json(AdaptConfig config) {
        Map<String, Object> custom = new TreeMap<>();
        config.custom().forEach((name, strategy) -> {
            if (strategy instanceof Strategy.Reword reword) {
                custom.put(
                        name,
                        Json.object(
                                "prefix",
                                reword.prefix(),
                                "suffix",
                                reword.suffix(),
                                "model",
                                reword.model(),
                                "temperature",
                                reword.temperature(),
                                "freshContext",
                                reword.freshContext()));
            }
        });
        return Json.object(
                "maxRetries",
                config.maxRetries(),
                "windowSize",
                config.windowSize(),
                "highFailureThreshold",
                config.highFailureThreshold(),
                "minimumSamples",
                config.minimumSamples(),
                "strategies",
                new TreeMap<>(config.strategies()),
                "customStrategies",
                custom,
                "never",
                config.never(),
                "cascade",
                Json.object(
                        "enabled",
                        config.cascade().enabled(),
                        "threshold",
                        config.cascade().threshold(),
                        "windowSize",
                        config.cascade().windowSize()));
    }

    /** One value changed and everything saved. Keys are the field's names, or {@code strategies.STAGE} with a list. */
    public AdaptConfig set(String key, String value) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        json(load()).members().forEach((name, member) -> {
            if (member != null) {
                all.put(name, member);
            }
        });
        switch (key) {
            case "maxRetries", "windowSize", "minimumSamples", "highFailureThreshold" ->
                all.put(key, number(key, value));
            case "never" -> all.put(key, list(value));
            case "cascade.enabled", "cascade.threshold", "cascade.windowSize" ->
                all.put("cascade", changed(load().cascade(), key.substring("cascade.".length()), value));
            default -> {
                if (!key.startsWith("strategies.") || key.equals("strategies.")) {
                    throw new IllegalArgumentException("'" + key + "' cannot be set; there are maxRetries, windowSize,"
                            + " highFailureThreshold, minimumSamples, never, strategies.STAGE,"
                            + " cascade.enabled, cascade.threshold and cascade.windowSize");
                }
                Map<String, List<String>> stages = new TreeMap<>(load().strategies());
                stages.put(key.substring("strategies.".length()), known(list(value)));
                all.put("strategies", stages);
            }
        }
        AdaptConfig changed = read(Json.parseObject(Json.write(all)));
        save(changed);
        return changed;
    }

    private static JsonObject changed(CascadeRule rule, String field, String value) {
        Object wanted = field.equals("enabled") ? truth(value) : number("cascade." + field, value);
        return Json.object(
                "enabled", field.equals("enabled") ? wanted : rule.enabled(),
                "threshold", field.equals("threshold") ? wanted : rule.threshold(),
                "windowSize", field.equals("windowSize") ? wanted : rule.windowSize());
    }

    private static boolean truth(String value) {
        if (!List.of("true", "false").contains(value.strip())) {
            throw new IllegalArgumentException("cascade.enabled: '" + value + "' is neither true nor false");
        }
        return Boolean.parseBoolean(value.strip());
    }

    private List<String> known(List<String> names) {
        AdaptConfig config = load();
        for (String name : names) {
            if (config.strategy(name).isEmpty()) {
                throw new IllegalArgumentException("there is no strategy '" + name + "'; built in are "
                        + Strategy.BUILT_IN.stream().map(Strategy::name).collect(Collectors.joining(", ")));
            }
        }
        return names;
    }

    private static Object number(String key, String value) {
        try {
            BigDecimal number = new BigDecimal(value.strip());
            if (!key.equals("highFailureThreshold")) {
                return number.intValueExact();
            }
            return number.doubleValue();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    key + ": '" + value + "' is not a "
                            + (key.equals("highFailureThreshold") ? "number" : "whole number"),
                    e);
        }
    }

    private static List<String> list(String value) {
        return java.util.Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    public AdaptConfig reset() throws IOException {
        save(AdaptConfig.standard());
        return AdaptConfig.standard();
    }

    private void save(AdaptConfig config) throws IOException {
        Path folder = project.resolve(".mulligan");
        PrivateFiles.hiddenFolder(folder);
        Path half = Files.createTempFile(folder, NAME, ".new");
        Files.writeString(half, Json.write(json(config)) + "\n", StandardCharsets.UTF_8);
        Files.move(half, path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
