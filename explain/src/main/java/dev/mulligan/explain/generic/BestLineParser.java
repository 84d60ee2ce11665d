package dev.mulligan.explain.generic;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Complaint;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.NoiseLines;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Nothing known matched: the line that sounds most like a reason, the first of equals, with the nearest place of the
 * project's own. A sum, a link or a frame is only taken when the output holds nothing else.
 */
public final class BestLineParser implements ToolParser {
    private static final int NEAR = 14;
    private static final int MORE = 10;
    private static final Pattern FILE_ONLY =
            Pattern.compile("^(?:\\[(?:warn|error)\\]|[Ww]ould reformat:?) (\\S+\\.\\w+)$");

    @Override
    public String tool() {
        return "text";
    }

    @Override
    public Findings parse(Output out) {
        List<Finding> files = out.lines().stream()
                .map(FILE_ONLY::matcher)
                .filter(Matcher::find)
                .map(m -> Finding.diagnostic(m.group(1), 0, m.group()))
                .toList();
        if (!files.isEmpty()) return Findings.of(files);
        int at = best(out);
        if (at < 0) return Findings.NONE;
        String message = message(out, at);
        return Findings.of(List.of(Finding.diagnostic(place(out, at), message, message)));
    }

    private static int best(Output out) {
        int best = -1;
        int rank = 0;
        for (int i = 0; i < out.size(); i++) {
            int one = rank(out.line(i));
            if (one > 0 && PlaceReader.own(out.line(i + 1)).isPresent()) one++;
            if (one > rank) {
                best = i;
                rank = one;
            }
        }
        return best >= 0 ? best : last(out);
    }

    /** An error beats a comparison beats a complaint; a place and not being a warning count among equals. */
    private static int rank(String line) {
        int complaint = Complaint.of(line);
        if (complaint <= Complaint.TEXT) return 0;
        int rank = 4 * complaint;
        if (PlaceReader.own(line).isPresent()) rank += 2;
        if (Complaint.warns(line)) rank -= 7;
        return rank;
    }

    /** No line complains: the last that says anything. */
    private static int last(Output out) {
        int any = -1;
        for (int i = out.size() - 1; i >= 0; i--) {
            String line = out.line(i);
            if (line.isBlank()) continue;
            if (any < 0) any = i;
            if (!NoiseLines.any(line)) return i;
        }
        return any;
    }

    /** The line, and what belongs to it: a heading such as "Assertion failed:" says nothing by itself. */
    static String message(Output out, int at) {
        StringBuilder text = new StringBuilder(out.line(at).strip());
        boolean heading =
                text.toString().split("\\s+").length <= 3 || text.toString().endsWith(":");
        int indent = TextLines.indent(out.line(at));
        int blanks = 0;
        for (int i = at + 1, taken = 0; i < out.streamEnd(at) && taken < MORE; i++) {
            String line = out.line(i);
            boolean continues = TextLines.indent(line) > indent && !NoiseLines.excerpt(line);
            if (line.isBlank() && heading && blanks++ < 1) continue;
            if (line.isBlank() || NoiseLines.frame(line)) break;
            if (!heading && PlaceReader.own(line).isPresent()) break;
            if (!heading && (!continues || NoiseLines.any(line))) break;
            if (heading && (NoiseLines.summary(line) || NoiseLines.link(line))) break;
            text.append('\n').append(line.strip());
            taken++;
        }
        if (Complaint.of(out.line(at)) != Complaint.COMPARES) sides(out, at, text);
        return text.toString();
    }

    /** Two failures that differ in a value only are told apart by what was expected and what came. */
    private static void sides(Output out, int at, StringBuilder text) {
        for (int i = at + 1; i < Math.min(out.streamEnd(at), at + NEAR); i++) {
            String side = out.line(i).strip();
            if (NoiseLines.side(side) && text.indexOf(side) < 0)
                text.append('\n').append(side);
        }
    }

    private static @Nullable SourcePlace place(Output out, int at) {
        Optional<PlaceReader.Found> here = PlaceReader.own(out.line(at));
        if (here.isPresent()) return here.get().frame();
        for (int i = at + 1; i < Math.min(out.streamEnd(at), at + NEAR); i++) {
            Optional<SourcePlace> frame = StackFrameReader.of(out.line(i)).filter(f -> !f.library());
            Optional<PlaceReader.Found> found = PlaceReader.own(out.line(i));
            if (frame.isPresent()) return frame.get();
            if (found.isPresent()) return found.get().frame();
        }
        for (int i = at - 1; i >= Math.max(0, at - MORE); i--) {
            Optional<PlaceReader.Found> found = PlaceReader.own(out.line(i));
            if (found.isPresent()) return found.get().frame();
        }
        return null;
    }
}
