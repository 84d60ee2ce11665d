package dev.mulligan.explain.generic;

import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Complaint;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.NoiseLines;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tools nobody knows that begin a line with a place: the complaint is on the same line, below it, or above it. */
public final class PlacedLinesParser implements ToolParser {
    private static final int BELOW = 10;
    private static final int ABOVE = 8;
    private static final Pattern RULE = Pattern.compile("^[a-z][\\w-]*(?:\\[[\\w-]+\\])?: \\S");

    private record Candidate(String text, int rank) {}

    @Override
    public String tool() {
        return "text";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> errors = new LinkedHashMap<>();
        Map<String, Finding> warnings = new LinkedHashMap<>();
        for (int i = 0; i < out.size(); i++) {
            String line = out.line(i);
            if (out.claimed(i) || NoiseLines.frame(line)) continue;
            Optional<PlaceReader.Found> place = PlaceReader.own(line).filter(PlaceReader.Found::leads);
            if (place.isEmpty()) continue;
            for (String text : complaints(out, i, place.get())) {
                boolean warning = Complaint.warns(line) || Complaint.warns(text);
                (warning ? warnings : errors)
                        .putIfAbsent(
                                place.get().frame() + text,
                                Finding.diagnostic(place.get().frame(), text, text));
            }
        }
        List<Finding> found = new ArrayList<>((errors.isEmpty() ? warnings : errors).values());
        // A line of source that is repeated with its place is no complaint when a real one stands beside it.
        if (found.stream().anyMatch(PlacedLinesParser::complains)) found.removeIf(f -> !complains(f));
        return Findings.of(found);
    }

    private static boolean complains(Finding f) {
        return Complaint.of(TextLines.firstLine(f.core())) >= Complaint.WORDS
                || f.core().contains("\n");
    }

    private static List<String> complaints(Output out, int at, PlaceReader.Found place) {
        List<String> carets = carets(out, at);
        if (!carets.isEmpty()) return carets;
        String rest = rest(out.line(at), place.end());
        Candidate best = new Candidate(rest, rest.length() < 3 ? Complaint.NONE : Complaint.of(rest));
        String above = out.line(at - 1);
        boolean heading = best.rank() > Complaint.NONE
                && best.rank() <= Complaint.WORDS
                && !placed(above)
                && (Complaint.of(above) >= Complaint.WORDS
                        || RULE.matcher(above).find());
        if (heading) return List.of(above.strip() + "\n" + rest);
        best = better(best, below(out, at));
        best = better(best, above(out, at));
        return best.rank() == Complaint.NONE ? List.of() : List.of(best.text());
    }

    private static Candidate better(Candidate now, Candidate other) {
        return other.rank() > now.rank() ? other : now;
    }

    /** Shellcheck and others point at the column and say why right there, several times if need be. */
    private static List<String> carets(Output out, int at) {
        List<String> found = new ArrayList<>();
        for (int i = at + 1;
                i < Math.min(out.size(), at + BELOW) && !out.line(i).isBlank();
                i++) {
            String t = out.line(i).strip();
            int text = 0;
            while (text < t.length() && "^-~ ".indexOf(t.charAt(text)) >= 0) text++;
            if (t.startsWith("^") && t.length() - text > 3) found.add(t.substring(text));
        }
        return found;
    }

    private static Candidate below(Output out, int at) {
        Candidate best = new Candidate("", Complaint.NONE);
        int end = Math.min(out.size(), at + BELOW);
        for (int i = at + 1; i < end && !placed(out.line(i)); i++) {
            String line = out.line(i);
            int rank = Complaint.of(line);
            if (rank > best.rank()) best = new Candidate(BestLineParser.message(out, i), rank);
            if (best.rank() >= Complaint.WORDS) break;
        }
        return best;
    }

    private static Candidate above(Output out, int at) {
        Candidate best = new Candidate("", Complaint.NONE);
        for (int i = at - 1; i >= Math.max(0, at - ABOVE); i--) {
            String line = out.line(i);
            boolean another = placed(line) && !NoiseLines.frame(line);
            if (another) break;
            int rank = Complaint.of(line);
            if (rank > best.rank()) best = new Candidate(line.strip(), rank);
            if (rank == Complaint.SAYS_ERROR) break;
        }
        return best;
    }

    private static boolean placed(String line) {
        return PlaceReader.own(line).filter(PlaceReader.Found::leads).isPresent();
    }

    /** What follows the place, without the rest of the position and the punctuation between. */
    private static String rest(String line, int from) {
        boolean quoted = line.startsWith("\"", from);
        String rest = line.substring(quoted ? from + 1 : from).strip();
        while (true) {
            String shorter = rest.replaceFirst("^(?:[):,\\]\\s│^-]+|(?:characters?|columns?|col) \\d+(?:-\\d+)?)", "")
                    .strip();
            if (shorter.equals(rest)) return rest;
            rest = shorter;
        }
    }
}
