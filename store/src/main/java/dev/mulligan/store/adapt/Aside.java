package dev.mulligan.store.adapt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Keeps a copy of a bad file, so that nobody's work is lost when it is written anew. */
final class Aside {

    private Aside() {}

    /** The end of a sentence that says where the copy is. */
    static String keep(Path file) {
        Path aside = Path.of(file + ".bad");
        try {
            Files.copy(file, aside, StandardCopyOption.REPLACE_EXISTING);
            return "; a copy is in " + aside;
        } catch (IOException e) {
            return "";
        }
    }
}
