package dev.mulligan.workspace.patch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes added lines the way the file writes: its indentation, its quotes. */
final class Restyle {
    private final Indentation indentation;
    private final Set<String> plainForms;
    private final Set<Character> kept;

    private Restyle(Indentation indentation, Set<String> plainForms, Set<Character> kept) {
        this.indentation = indentation;
        this.plainForms = plainForms;
        this.kept = kept;
    }

    /** Empty when the lines the hunk and the file share do not tell how. */
    static Optional<Restyle> learn(Location.Found found, TextFile file) {
        List<Indentation.Pair> pairs = new ArrayList<>();
        int row = 0;
        for (HunkLine line : found.reading().lines()) {
            if (!line.isOld()) {
                continue;
            }
            String there = file.text(found.positions().get(row++));
            if (LineKey.PUNCTUATION.of(there).equals(LineKey.PUNCTUATION.of(line.text()))) {
                pairs.add(new Indentation.Pair(line.text(), there));
            }
        }
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
        return Indentation.learn(pairs).map(indentation -> new Restyle(indentation, plainForms, kept));
    }

    Optional<String> apply(String added) {
        return indentation.apply(added).map(this::withPlainQuotes);
    }

    private String withPlainQuotes(String line) {
        if (plainForms.isEmpty() || Punctuation.isPlain(line)) {
            return line;
        }
        StringBuilder out = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            String plain = Punctuation.plain(c);
            out.append(plainForms.contains(plain) && !kept.contains(c) ? plain : String.valueOf(c));
        }
        return out.toString();
    }
}
