package dev.mulligan.workspace.patch.parse;

import java.util.Optional;

/** A Markdown code fence. */
public record CodeFence(char mark, int length, String info) {
    public static Optional<CodeFence> opening(String line) {
        String text = line.stripLeading();
        if (text.isEmpty() || line.length() - text.length() > 3) {
            return Optional.empty();
        }
        char mark = text.charAt(0);
        int length = 0;
        while (length < text.length() && text.charAt(length) == mark) {
            length++;
        }
        if (length < 3 || (mark != '`' && mark != '~') || text.indexOf('`', length) >= 0) {
            return Optional.empty();
        }
        return Optional.of(new CodeFence(mark, length, text.substring(length).strip()));
    }

    public boolean isClosedBy(String line) {
        return opening(line)
                .filter(fence -> fence.mark == mark && fence.length >= length && fence.info.isEmpty())
                .isPresent();
    }
}
