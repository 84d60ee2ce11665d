package dev.mulligan.config;

import dev.mulligan.text.Json;
import dev.mulligan.text.Yaml;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@code mulligan.yaml} that lies in a workspace. A stranger may have written it, so only what can do no harm counts
 * until the user trusts the rest.
 */
public record ProjectFile(Path file, YamlValue root) {

    /**
     * How often something is tried again, and what a failure is called. Everything else can run something, send
     * something elsewhere, or spend money; what is added to the format later is taken for that too.
     */
    private static final Set<String> HARMLESS = Set.of("policy", "stages", "steps", "tools", "rules");

    public static ProjectFile read(Path file) {
        return new ProjectFile(file, Yaml.read(file));
    }

    /** The sections that need trust, by name, each on one line. */
    public Map<String, String> guarded() {
        Map<String, String> sections = new TreeMap<>();
        if (root instanceof Mapping mapping) {
            mapping.members().forEach((name, value) -> {
                if (!HARMLESS.contains(name)) {
                    sections.put(name, Json.write(sorted(value.plain())));
                }
            });
        }
        return sections;
    }

    /** Changes with any of them; remarks, layout and order of names do not count. */
    public String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(Json.write(guarded()).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The file without them. */
    YamlValue harmless() {
        if (!(root instanceof Mapping mapping)) {
            return root;
        }
        Map<String, YamlValue> members = new LinkedHashMap<>(mapping.members());
        members.keySet().retainAll(HARMLESS);
        return mapping.with(members);
    }

    private static @Nullable Object sorted(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> members = new TreeMap<>();
                map.forEach((name, member) -> members.put(String.valueOf(name), sorted(member)));
                yield members;
            }
            case List<?> list -> list.stream().map(ProjectFile::sorted).toList();
            case null, default -> value;
        };
    }
}
