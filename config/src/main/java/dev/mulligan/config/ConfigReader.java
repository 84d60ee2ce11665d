package dev.mulligan.config;

import dev.mulligan.escalate.Confirm;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.policy.PolicyLayers.Layer;
import dev.mulligan.text.NearestWord;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import dev.mulligan.text.YamlValue.Scalar;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adds file after file to one {@link Config}; what comes later lies over what came before. */
final class ConfigReader {

    private final List<String> files = new ArrayList<>();
    private final List<Layer> defaults = new ArrayList<>();
    private final Map<String, List<Layer>> stages = new LinkedHashMap<>();
    private final Map<String, List<Layer>> steps = new LinkedHashMap<>();
    private final Map<String, List<Layer>> tools = new LinkedHashMap<>();
    private final List<Layer> environment = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private final List<Model> models = new ArrayList<>();
    private List<YamlValue> ladder = List.of();
    private Confirm confirm = Config.EscalationConfig.STANDARD.confirm();
    private Optional<URI> alertWebhook = Optional.empty();
    private CopyPatterns copies = CopyPatterns.NONE;
    private final Map<String, UpstreamConfig> upstreams = new LinkedHashMap<>();

    /** A file with nothing in it that has no meaning: a typing mistake is said before anybody is asked for trust. */
    static Mapping known(YamlValue root) {
        Mapping file = root.asMapping("the file");
        file.allowOnly(
                "policy",
                "stages",
                "steps",
                "tools",
                "rules",
                "models",
                "ladder",
                "confirm",
                "alerts",
                "copies",
                "upstreams");
        return file;
    }

    void add(String origin, YamlValue root) {
        Mapping file = known(root);
        files.add(root.at().file());
        file.get("policy").ifPresent(value -> defaults.add(PolicyReader.layer(origin, value)));
        named(origin + " stage", file.mapping("stages"), stages);
        named(origin + " step", file.mapping("steps"), steps);
        named(origin + " tool", file.mapping("tools"), tools);
        // The project's own rules come first: the nearer file knows better.
        rules.addAll(0, file.list("rules").stream().map(RuleReader::read).toList());
        models.addAll(file.list("models").stream().map(ModelReader::read).toList());
        if (file.get("ladder").isPresent()) {
            ladder = file.list("ladder");
        }
        file.get("confirm").ifPresent(value -> confirm = confirm(value));
        if (file.get("copies").isPresent()) {
            Mapping written = file.mapping("copies");
            written.allowOnly("copy", "link", "leave");
            copies = new CopyPatterns(words(written, "copy"), words(written, "link"), words(written, "leave"));
        }
        file.mapping("upstreams")
                .members()
                .forEach((name, value) -> upstreams.put(name, UpstreamReader.read(name, value)));
        Mapping alerts = file.mapping("alerts");
        alerts.allowOnly("webhook");
        alerts.get("webhook").ifPresent(value -> alertWebhook = Optional.of(address(value)));
    }

    void addEnvironment(Layer layer) {
        environment.add(layer);
    }

    /** A name that no file explains would be a rung that is silently left out. */
    private List<String> knownLadder() {
        Models known = Models.standard().with(models);
        return ladder.stream()
                .map(rung -> {
                    String id = word(rung);
                    if (known.find(id).isEmpty()) {
                        String meant = NearestWord.to(
                                        id, known.all().stream().map(Model::id).toList())
                                .map(near -> "Did you mean '" + near + "'?")
                                .orElse("Add it under models:.");
                        throw rung.mistake("ladder: model '" + id + "' is not known. " + meant);
                    }
                    return id;
                })
                .toList();
    }

    Config config() {
        PolicyConfig policies = new PolicyConfig(
                List.copyOf(defaults),
                Map.copyOf(stages),
                Map.copyOf(steps),
                Map.copyOf(tools),
                List.copyOf(environment));
        return new Config(
                List.copyOf(files),
                policies,
                List.copyOf(rules),
                new Config.EscalationConfig(List.copyOf(models), knownLadder(), confirm),
                alertWebhook,
                copies,
                List.copyOf(upstreams.values()));
    }

    private static void named(String origin, Mapping section, Map<String, List<Layer>> into) {
        section.members()
                .forEach((name, value) -> into.computeIfAbsent(name, n -> new ArrayList<>())
                        .add(PolicyReader.layer(origin + " " + name, value)));
    }

    private static Confirm confirm(YamlValue value) {
        String text;
        if (value instanceof Mapping mapping) {
            mapping.allowOnly("above");
            text = "above: " + mapping.text("above").orElse("");
        } else {
            text = word(value);
        }
        try {
            return Confirm.parse(text);
        } catch (IllegalArgumentException e) {
            throw value.mistake(String.valueOf(e.getMessage()));
        }
    }

    static URI address(YamlValue value) {
        String text = word(value);
        try {
            URI address = new URI(text);
            boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (web && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Said below, with the place.
        }
        throw value.mistake("'" + text + "' is not an address such as https://hooks.example.com/alerts");
    }

    private static List<String> words(Mapping in, String field) {
        return in.list(field).stream().map(ConfigReader::word).toList();
    }

    static String word(YamlValue value) {
        if (value instanceof Scalar scalar && !scalar.isNull()) {
            return scalar.text();
        }
        throw value.mistake("a word is expected here");
    }
}
