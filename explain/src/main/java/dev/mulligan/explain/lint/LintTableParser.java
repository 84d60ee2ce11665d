package dev.mulligan.explain.lint;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;

/** Linters that name the file once and then give rows: phpcs, htmlhint, phpstan, sqlfluff. */
public final class LintTableParser implements ToolParser {
    private static final Pattern FILE =
            Pattern.compile("^\\s*(?:FILE: +|Line {2,}|== \\[)?(/?[^\\s\\[\\]]+\\.\\w{1,8})(?:\\] FAIL)?$");
    private static final Pattern ROW =
            Pattern.compile("^\\s*(?:L: *)?(\\d+) \\| (ERROR|WARNING|P: *\\d+) +\\| (?:\\[[ x]\\] )?(.+)$");
    /** A table without lines between its columns, under "Line   src/Cart.php". */
    private static final Pattern OPEN_HEAD = Pattern.compile("^\\s*Line {2,}\\S+\\.\\w{1,8}$");

    private static final Pattern OPEN_ROW = Pattern.compile("^ {1,4}:?(\\d+) {2,}(\\S.*)$");
    private static final Pattern OPEN_MORE = Pattern.compile("^ {6,}([\\w\"'$<(].*)$");
    private static final Pattern MORE = Pattern.compile("^\\s+\\| +\\| +(\\S.*)$");
    private static final Pattern SHOWN = Pattern.compile("^\\s*L(\\d+) \\|");
    private static final Pattern POINTED = Pattern.compile("^\\s*\\^ (\\S.*)$");

    @Override
    public String tool() {
        return "lint";
    }

    @Override
    public Findings parse(Output out) {
        boolean table = out.any(l -> ROW.matcher(l).find()
                || SHOWN.matcher(l).find()
                || OPEN_HEAD.matcher(l).find());
        if (!table) return Findings.NONE;
        List<Finding> errors = new ArrayList<>();
        List<Finding> warnings = new ArrayList<>();
        String file = "";
        for (int i = 0; i < out.size(); i++) {
            String line = out.line(i);
            Matcher named = FILE.matcher(line);
            Matcher row = ROW.matcher(line);
            Matcher shown = SHOWN.matcher(line);
            Matcher open = OPEN_ROW.matcher(line);
            Matcher pointed = POINTED.matcher(out.line(i + 1));
            if (named.find()) {
                file = named.group(1);
            } else if (!file.isEmpty() && row.find()) {
                StringBuilder text = new StringBuilder(row.group(3));
                for (int j = i + 1; ; j++) {
                    Matcher more = MORE.matcher(out.line(j));
                    if (!more.find()) break;
                    text.append(' ').append(more.group(1));
                }
                (row.group(2).equals("WARNING") ? warnings : errors)
                        .add(Finding.diagnostic(file, TextLines.number(row.group(1)), text.toString()));
                out.claim(i, i + 1);
            } else if (!file.isEmpty() && open.find()) {
                StringBuilder text = new StringBuilder(open.group(2));
                for (int j = i + 1; ; j++) {
                    Matcher more = OPEN_MORE.matcher(out.line(j));
                    if (!more.find()) break;
                    text.append(' ').append(more.group(1));
                }
                errors.add(Finding.diagnostic(file, TextLines.number(open.group(1)), text.toString()));
                out.claim(i, i + 1);
            } else if (!file.isEmpty() && shown.find() && pointed.find()) {
                errors.add(Finding.diagnostic(file, TextLines.number(shown.group(1)), pointed.group(1)));
                out.claim(i, i + 2);
            }
        }
        return Findings.of(errors.isEmpty() ? warnings : errors);
    }
}
