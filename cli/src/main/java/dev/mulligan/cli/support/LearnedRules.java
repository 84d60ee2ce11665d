package dev.mulligan.cli.support;

import dev.mulligan.config.ConfigFiles;
import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.rule.Rule;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.state.StateFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Corrections that the user gave with {@code learn correct}: rules in the state folder that come after those of the
 * configuration files. A rule is kept only if it spoils none of the failures that ship with the program.
 */
public final class LearnedRules {

    private LearnedRules() {}

    /** A shipped failure that a new rule would get wrong. */
    public record Conflict(String id, String text, List<String> right) {}

    private record Known(String id, Evidence evidence, boolean failure, List<String> types) {}

    public static Path file() {
        return StateFolder.root().resolve("learned-rules.yaml");
    }

    public static List<Rule> all() {
        return Files.isRegularFile(file()) ? ConfigFiles.load(file()).rules() : List.of();
    }

    public static List<Conflict> conflicts(Rule rule) {
        Classifier without = Classifier.standard();
        Classifier with = Classifier.withRules(List.of(rule));
        List<Conflict> found = new ArrayList<>();
        for (Known known : shipped()) {
            boolean was = right(without.classify(known.evidence()), known);
            if (was && !right(with.classify(known.evidence()), known)) {
                found.add(new Conflict(known.id(), text(known.evidence()), known.types()));
            }
        }
        return found;
    }

    public static int shippedCases() {
        return shipped().size();
    }

    private static boolean right(Verdict verdict, Known known) {
        return switch (verdict) {
            case Verdict.NotAFailure no -> !known.failure();
            case Verdict.Failed failed ->
                known.failure()
                        && known.types().contains(failed.failure().type().wireName());
        };
    }

    private static List<Known> shipped() {
        List<Known> cases = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(
                        LearnedRules.class.getResourceAsStream("known-failures.jsonl"), "known-failures.jsonl");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonObject one = Json.parseObject(line);
                cases.add(new Known(
                        one.text("id", ""),
                        Evidences.read(one),
                        one.truth("failure").orElse(true),
                        one.list("types").stream().map(String::valueOf).toList()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the shipped failures cannot be read: the jar is incomplete", e);
        }
        return cases;
    }

    private static String text(Evidence evidence) {
        String text = switch (evidence) {
            case Evidence.Http http -> "HTTP " + http.status() + " " + http.body();
            case Evidence.Stream stream -> stream.events();
            case Evidence.Thrown thrown -> thrown.text();
            case Evidence.Exited exited -> exited.command() + ": " + exited.stderr() + exited.stdout();
        };
        return text.substring(0, Math.min(100, text.length())).replace('\n', ' ');
    }

    /** Adds the rule, or puts it in the place of one with its name. */
    public static void keep(
            String name,
            FailureType type,
            Optional<String> contains,
            Optional<Integer> status,
            Optional<Boolean> retryable)
            throws IOException {
        List<String> entries = new ArrayList<>(entries());
        entries.removeIf(entry -> entry.startsWith("  - name: " + Json.write(name) + "\n"));
        StringBuilder entry =
                new StringBuilder("  - name: ").append(Json.write(name)).append("\n");
        entry.append("    type: ").append(type.wireName()).append('\n');
        contains.ifPresent(
                text -> entry.append("    contains: ").append(Json.write(text)).append('\n'));
        status.ifPresent(number -> entry.append("    status: [").append(number).append("]\n"));
        retryable.ifPresent(yes -> entry.append("    retryable: ").append(yes).append('\n'));
        entries.add(entry.toString());
        write(entries);
    }

    public static boolean forget(String name) throws IOException {
        List<String> entries = new ArrayList<>(entries());
        boolean known = entries.removeIf(entry -> entry.startsWith("  - name: " + Json.write(name) + "\n"));
        if (known) {
            write(entries);
        }
        return known;
    }

    private static List<String> entries() throws IOException {
        if (!Files.isRegularFile(file())) {
            return List.of();
        }
        String text = Files.readString(file(), StandardCharsets.UTF_8);
        List<String> entries = new ArrayList<>();
        for (int at = text.indexOf("  - name: "); at >= 0; ) {
            int next = text.indexOf("\n  - name: ", at);
            entries.add(next < 0 ? text.substring(at) : text.substring(at, next + 1));
            at = next < 0 ? -1 : next + 1;
        }
        return entries;
    }

    private static void write(List<String> entries) throws IOException {
        Path folder = StateFolder.makeFolder(StateFolder.root());
        Path fresh = Files.createTempFile(folder, "learned-rules", ".new");
        String rules = entries.isEmpty() ? "rules: []\n" : "rules:\n" + String.join("", entries);
        Files.writeString(
                fresh, "# Written by mulligan learn correct; mulligan learn forget takes a rule out.\n" + rules);
        Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
