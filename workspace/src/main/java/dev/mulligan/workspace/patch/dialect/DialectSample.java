package dev.mulligan.workspace.patch.dialect;

/**
 * An answer in some dialect that changes {@link #PATH}.
 *
 * @param title what is special about it
 * @param after the file afterwards
 */
public record DialectSample(String title, String answer, String after) {
    public static final String PATH = "src/greet.py";
    public static final String BEFORE = """
            def greet(name):
                return "Hello " + name


            def part(name):
                return "Bye " + name
            """;
    public static final String AFTER = BEFORE.replace("Bye", "Goodbye");

    /** An answer that makes {@link #AFTER} of {@link #BEFORE}, as most do. */
    static DialectSample of(String title, String answer) {
        return new DialectSample(title, answer, AFTER);
    }
}
