package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.locate.Location;
import dev.mulligan.workspace.patch.text.IndentStyle;
import dev.mulligan.workspace.patch.text.Indentation;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.Punctuation;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes added lines the way the file writes: its indentation, its quotes. */
final class LineRestyle {
    private final Indentation indentation;
    private final TypographicQuotes typography;
    private final Set<Character> kept;

    private LineRestyle(Indentation indentation, TypographicQuotes typography, Set<Character> kept) {
        this.indentation = indentation;
        this.typography = typography;
        this.kept = kept;
    }

    /** The lines a placed hunk shares with the file. */
    static List<Indentation.Pair> pairs(Location.Found found, TextFile file) {
        List<Indentation.Pair> pairs = new ArrayList<>();
        int row = 0;
        for (HunkLine line : found.reading().lines()) {
            if (!line.isOld()) {
                continue;
            }
            String there = file.text(found.positions().get(row++));
            if (there.equals(line.text())
                    || LineKey.PUNCTUATION.of(there).equals(LineKey.PUNCTUATION.of(line.text()))) {
                pairs.add(new Indentation.Pair(line.text(), there));
            }
        }
        return pairs;
    }

    /** Empty when the lines the hunk and the file share do not tell how. */
    static Optional<LineRestyle> learn(
            List<Indentation.Pair> pairs,
            List<Indentation.Pair> others,
            IndentStyle style,
            TypographicQuotes typography) {
        Set<String> plainForms = new HashSet<>();
        Set<Character> kept = new HashSet<>();
        for (Indentation.Pair pair : pairs) {
            for (int i = 0; i < pair.hunk().length(); i++) {
                char c = pair.hunk().charAt(i);
                String plain = Punctuation.plain(c);
                if (c > 127 && !plain.equals(String.valueOf(c))) {
                    if (pair.file().indexOf(c) >= 0) {
                        kept.add(c);
                    } else {
                        plainForms.add(plain);
                    }
                }
            }
        }
        typography.learn(plainForms);
        if (!kept.isEmpty()) {
            typography.learnLiteral();
        }
        return Indentation.learn(pairs, others, style)
                .map(indentation -> new LineRestyle(indentation, typography, kept));
    }

    Optional<String> apply(String added) {
        return indentation.apply(added).map(line -> typography.plain(line, kept));
    }
}
