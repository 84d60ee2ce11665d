package dev.mulligan.cli.support;

import dev.mulligan.text.NearestWord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Flags that take one of a few words: another one would silently find nothing. */
public final class Choices {

    private Choices() {}

    /** The word, if one was given; one that is not known is refused with those there are. */
    public static Optional<String> of(String flag, @Nullable String word, List<String> known) {
        if (word != null && !known.contains(word)) {
            String meant = NearestWord.to(word, known)
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("");
            throw new UserError(
                    flag + " '" + word + "' is not known" + meant, "There are " + String.join(", ", known) + ".");
        }
        return Optional.ofNullable(word);
    }
}
