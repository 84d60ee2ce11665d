package dev.mulligan.config;

import dev.mulligan.policy.PolicyLayers.Layer;
import dev.mulligan.text.Yaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds and reads the files: the user's, then the nearest {@code mulligan.yaml} upwards from the working folder. */
public final class ConfigFiles {

    public static final String PROJECT_FILE = "mulligan.yaml";

    private ConfigFiles() {}

    /** @param trusted asked about a project's file that holds more than can do no harm */
    public static Config load(Path workingFolder, Map<String, String> environment, Predicate<ProjectFile> trusted) {
        ConfigReader reader = user(environment);
        projectFile(workingFolder).map(ProjectFile::read).ifPresent(file -> {
            ConfigReader.known(file.root());
            boolean whole = file.guarded().isEmpty() || trusted.test(file);
            reader.add("project", whole ? file.root() : file.harmless());
        });
        environmentLayer(environment).ifPresent(reader::addEnvironment);
        return reader.config();
    }

    /** @param file what the user named in the place of the project's file */
    public static Config load(Path file, Map<String, String> environment) {
        ConfigReader reader = user(environment);
        reader.add("project", Yaml.read(file));
        environmentLayer(environment).ifPresent(reader::addEnvironment);
        return reader.config();
    }

    private static ConfigReader user(Map<String, String> environment) {
        ConfigReader reader = new ConfigReader();
        userFile(environment).filter(Files::isRegularFile).ifPresent(file -> reader.add("user", Yaml.read(file)));
        return reader;
    }

    /** One file and nothing else. */
    public static Config load(Path file) {
        ConfigReader reader = new ConfigReader();
        reader.add("project", Yaml.read(file));
        return reader.config();
    }

    public static Optional<Path> projectFile(Path workingFolder) {
        for (Path at = workingFolder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
            Path file = at.resolve(PROJECT_FILE);
            if (Files.isRegularFile(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    public static Optional<Path> userFile(Map<String, String> environment) {
        return userFolder(environment).map(folder -> folder.resolve("config.yaml"));
    }

    public static Optional<Path> userFolder(Map<String, String> environment) {
        String own = environment.get("MULLIGAN_CONFIG_HOME");
        if (own != null && !own.isBlank()) {
            return Optional.of(Path.of(own));
        }
        String xdg = environment.get("XDG_CONFIG_HOME");
        if (xdg != null && !xdg.isBlank()) {
            return Optional.of(Path.of(xdg, "mulligan"));
        }
        String home = environment.get("HOME");
        return home == null || home.isBlank() ? Optional.empty() : Optional.of(Path.of(home, ".config", "mulligan"));
    }

    /** {@code MULLIGAN_POLICY} names a template, {@code MULLIGAN_MAX_ATTEMPTS} and {@code MULLIGAN_DEADLINE} a value. */
    private static Optional<Layer> environmentLayer(Map<String, String> environment) {
        Map<String, Object> values = new LinkedHashMap<>();
        put(values, "template", environment.get("MULLIGAN_POLICY"));
        put(values, "maxAttempts", environment.get("MULLIGAN_MAX_ATTEMPTS"));
        put(values, "deadline", environment.get("MULLIGAN_DEADLINE"));
        return values.isEmpty() ? Optional.empty() : Optional.of(new Layer("environment", values));
    }

    private static void put(Map<String, Object> values, String field, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            values.put(field, value);
        }
    }
}
