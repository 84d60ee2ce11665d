package dev.mulligan.explain.tool.python;

import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePaths;
import dev.mulligan.explain.output.SourcePlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts sections and summary lines together: one finding a failing test. */
final class PytestReport {
    private PytestReport() {}

    static List<Finding> findings(List<PytestSection> sections, List<String> bare, PytestSummary summary) {
        List<Finding> out = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (PytestSection s : sections) {
            boolean otherWorker = s.collecting() && told.contains(s.name());
            if (!otherWorker) out.add(section(s, summary, told));
        }
        List<SourcePlace> places = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (String l : bare) {
            SourcePlace f = PytestSection.frame(l);
            if (f == null) continue;
            places.add(f);
            texts.add(l.substring(l.indexOf(": ") < 0 ? l.length() : l.indexOf(": ") + 2));
        }
        for (Map.Entry<String, String> e : summary.byNode().entrySet()) {
            if (told.contains(e.getKey())) continue;
            out.add(brief(e.getKey(), e.getValue(), places, texts));
        }
        return out;
    }

    private static Finding section(PytestSection s, PytestSummary summary, Set<String> told) {
        List<String> explanation = s.explanation();
        String message = String.join("\n", explanation);
        String core = PytestCore.of(explanation);
        SourcePlace place = s.place();
        if (s.collecting()) {
            told.add(s.name());
            SourcePlace at = place == null || place.library() ? new SourcePlace(s.name(), 0) : place;
            return new Finding(Finding.diagnostic(at, message, core).error(), SourcePaths.name(s.name()), core);
        }
        SourcePlace first = s.firstOwn();
        String file = first == null ? "" : first.file();
        String node = summary.node(s.name(), file)
                .orElse(file.isEmpty() ? s.name() : file + "::" + s.name().replace(".", "::"));
        told.add(node);
        return named(node, place == null ? fileOf(node) : place, message, core);
    }

    private static Finding named(String node, @Nullable SourcePlace place, String message, String core) {
        Finding f = Finding.test(node, place, message, core);
        return new Finding(f.error(), SourcePaths.name(fileName(node)) + "::" + PytestSummary.title(node), core);
    }

    /** {@code --tb=line} and {@code --tb=no} leave only one line a test. */
    private static Finding brief(String node, String text, List<SourcePlace> places, List<String> texts) {
        String file = fileName(node);
        for (int i = 0; i < places.size(); i++) {
            String p = places.get(i).file();
            if (!p.equals(file) && !p.endsWith("/" + file)) continue;
            SourcePlace at = places.remove(i);
            String full = texts.remove(i);
            String message = full.isBlank() ? text : full;
            return named(node, at, message, PytestCore.of(List.of(message)));
        }
        if (!node.contains("::")) {
            return new Finding(
                    Finding.diagnostic(new SourcePlace(node, 0), text, text).error(), SourcePaths.name(node), text);
        }
        return named(node, fileOf(node), text, PytestCore.of(List.of(text)));
    }

    private static String fileName(String node) {
        int at = node.indexOf("::");
        return at < 0 ? "" : node.substring(0, at);
    }

    private static @Nullable SourcePlace fileOf(String node) {
        String file = fileName(node);
        return file.isEmpty() ? null : new SourcePlace(file, 0);
    }

    /** conftest errors, internal errors and wrong usage come without sections. */
    static List<Finding> startup(Output out, int from, int to) {
        if (out.run().succeeded()) return List.of();
        int usage = out.find(0, l -> l.startsWith("ERROR: ") || l.contains("error: unrecognized arguments"));
        if (usage >= 0) return List.of(Finding.diagnostic(null, out.line(usage), out.line(usage)));
        PytestSection s = new PytestSection("startup");
        for (int i = from; i < to; i++) {
            String l = out.line(i);
            s.add(l.startsWith("INTERNALERROR> ") ? l.substring("INTERNALERROR> ".length()) : l);
        }
        List<String> text = s.place() == null ? List.of() : s.explanation();
        if (text.isEmpty()) return List.of();
        return List.of(Finding.diagnostic(s.place(), String.join("\n", text), PytestCore.of(text)));
    }
}
