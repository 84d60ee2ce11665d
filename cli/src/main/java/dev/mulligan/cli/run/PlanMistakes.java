package dev.mulligan.cli.run;

import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.text.Yaml;
import dev.mulligan.text.YamlException;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import dev.mulligan.text.YamlValue.Scalar;
import dev.mulligan.text.YamlValue.Sequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All mistakes of a plan. The reader stops at the first one, so what it complains about is taken out, or put in where
 * something is missing, and it reads again.
 */
final class PlanMistakes {

    private static final int MOST = 50;
    private static final String UNKNOWN = " is not known here";
    private static final Pattern MISSING = Pattern.compile(": (\\w+) is missing$");
    private static final Pattern NEEDS = Pattern.compile(": step \\S+ needs (\\S+), which is not a step of this plan$");

    /** Without these the next thing said would be that they are missing. */
    private static final List<String> REQUIRED = List.of("id", "name", "prompt");

    private PlanMistakes() {}

    /** In the order of the file; empty when the plan can be read. */
    static List<String> in(Path file) {
        Path base = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of(""));
        List<String> mistakes = new ArrayList<>();
        YamlValue root;
        try {
            root = Yaml.read(file);
        } catch (YamlException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
        while (mistakes.size() < MOST) {
            try {
                PlanReader.read(root, base);
                break;
            } catch (YamlException e) {
                String mistake = String.valueOf(e.getMessage());
                if (mistakes.contains(mistake)) {
                    break;
                }
                mistakes.add(mistake);
                Optional<YamlValue> without = mended(root, mistake);
                if (without.isEmpty()) {
                    break;
                }
                root = without.get();
            }
        }
        mistakes.sort((one, other) -> Integer.compare(line(one), line(other)));
        return mistakes;
    }

    private static int line(String mistake) {
        Matcher place = Pattern.compile(":(\\d+):\\d+: ").matcher(mistake);
        return place.find() ? Integer.parseInt(place.group(1)) : 0;
    }

    /** The value without what the mistake is about; empty when that is the value itself. */
    private static Optional<YamlValue> mended(YamlValue value, String mistake) {
        boolean here = mistake.startsWith(value.at() + ": ");
        return switch (value) {
            case Mapping mapping when isUnknownKey(mapping, mistake) -> Optional.of(within(mapping, mistake));
            case Mapping mapping -> here ? filled(mapping, mistake) : Optional.of(within(mapping, mistake));
            case Sequence sequence -> here ? Optional.empty() : Optional.of(within(sequence, mistake));
            case Scalar scalar -> here ? Optional.empty() : Optional.of(scalar);
        };
    }

    /** Whether the mistake is a name in this mapping that has no meaning there. */
    private static boolean isUnknownKey(Mapping mapping, String mistake) {
        return mapping.members().keySet().stream().anyMatch(name -> isUnknown(mapping, name, mistake));
    }

    private static boolean isUnknown(Mapping mapping, String name, String mistake) {
        return mistake.startsWith(mapping.keyAt(name) + ": " + name + UNKNOWN);
    }

    private static boolean isAbout(YamlValue value, String mistake) {
        return mistake.startsWith(value.at() + ": ")
                || (value instanceof Mapping mapping && isUnknownKey(mapping, mistake))
                || children(value).stream().anyMatch(child -> isAbout(child, mistake));
    }

    private static List<YamlValue> children(YamlValue value) {
        return switch (value) {
            case Mapping mapping -> List.copyOf(mapping.members().values());
            case Sequence sequence -> sequence.items();
            case Scalar scalar -> List.of();
        };
    }

    private static Optional<YamlValue> filled(Mapping mapping, String mistake) {
        Map<String, YamlValue> members = new LinkedHashMap<>(mapping.members());
        Matcher missing = MISSING.matcher(mistake);
        if (missing.find()) {
            members.put(missing.group(1), placeholder(mapping));
            return Optional.of(mapping.with(members));
        }
        Matcher needs = NEEDS.matcher(mistake);
        if (needs.find()) {
            List<YamlValue> kept = mapping.list("needs").stream()
                    .filter(need ->
                            !(need instanceof Scalar scalar && scalar.text().equals(needs.group(1))))
                    .toList();
            members.put("needs", new Sequence(kept, mapping.at()));
            return Optional.of(mapping.with(members));
        }
        return Optional.empty();
    }

    /** Good enough for the reader, and no other step's name. */
    private static YamlValue placeholder(YamlValue at) {
        return new Scalar("missing-" + at.at().line(), false, at.at());
    }

    private static YamlValue within(Mapping mapping, String mistake) {
        Map<String, YamlValue> members = new LinkedHashMap<>();
        mapping.members().forEach((name, value) -> {
            if (isUnknown(mapping, name, mistake)) {
                return;
            }
            // Without its reviewer a verify: may be empty, which would be told as one more mistake.
            if (name.equals("verify") && mistake.contains(": reviewer ") && isAbout(value, mistake)) {
                return;
            }
            if (name.equals("agents") && value instanceof Mapping agents) {
                members.put(name, withoutBadAgents(agents, mistake));
            } else {
                Optional<YamlValue> mended = mended(value, mistake);
                if (mended.isPresent()) {
                    members.put(name, mended.get());
                } else if (REQUIRED.contains(name)) {
                    members.put(name, placeholder(value));
                }
            }
        });
        return mapping.with(members);
    }

    /** The name must stay, or every step that uses the agent would be wrong, too. */
    private static YamlValue withoutBadAgents(Mapping agents, String mistake) {
        Map<String, YamlValue> members = new LinkedHashMap<>();
        agents.members().forEach((name, agent) -> {
            boolean bad = isAbout(agent, mistake);
            boolean unknownKey = mistake.contains(UNKNOWN);
            members.put(
                    name,
                    !bad
                            ? agent
                            : unknownKey && agent instanceof Mapping described
                                    ? within(described, mistake)
                                    : new Mapping(Map.of("kind", new Scalar("claude", false, agent.at())), agent.at()));
        });
        return agents.with(members);
    }

    private static YamlValue within(Sequence sequence, String mistake) {
        List<YamlValue> items = new ArrayList<>();
        sequence.items().forEach(item -> mended(item, mistake).ifPresent(items::add));
        return new Sequence(items, sequence.at());
    }
}
