package dev.mulligan.workspace.patch.text;

import java.util.HashMap;
import java.util.Map;

/**
 * How a file indents.
 *
 * @param step spaces per level, 0 if it does not indent with spaces
 */
public record IndentStyle(boolean tabs, boolean spaces, int step) {
    public static IndentStyle of(TextFile file) {
        Map<Integer, Integer> steps = new HashMap<>();
        boolean tabs = false;
        boolean spaces = false;
        int before = 0;
        for (TextFile.Line line : file.lines()) {
            if (LineKey.isBlank(line.text())) {
                continue;
            }
            String indent = LineKey.indent(line.text());
            tabs |= indent.startsWith("\t");
            spaces |= indent.startsWith(" ");
            if (indent.indexOf('\t') < 0 && indent.length() != before && Math.abs(indent.length() - before) > 1) {
                steps.merge(Math.abs(indent.length() - before), 1, Integer::sum);
            }
            before = indent.length();
        }
        int step = steps.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue()
                        .thenComparing(
                                Map.Entry.<Integer, Integer>comparingByKey().reversed()))
                .map(Map.Entry::getKey)
                .orElse(0);
        return new IndentStyle(tabs, spaces, spaces ? step : 0);
    }

    /** Whether a shift by so many characters moves code by whole levels. */
    boolean isWholeStep(int shift) {
        return step == 0 || tabs || shift % step == 0;
    }

    /** Whether a tab plausibly stands for so many spaces. */
    boolean isStep(int width) {
        return tabs ? width == 4 || width == 8 : width == step;
    }

    /** Whether an indentation looks like the file's own. */
    boolean fits(String indent) {
        if (indent.indexOf('\t') >= 0) {
            return tabs || !spaces;
        }
        return indent.length() < Indentation.A_TAB || spaces || !tabs;
    }
}
