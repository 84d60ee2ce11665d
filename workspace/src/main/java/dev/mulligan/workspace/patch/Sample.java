package dev.mulligan.workspace.patch;

/**
 * An answer in some dialect that changes {@link #PATH}.
 *
 * @param title what is special about it
 * @param after the file afterwards
 */
record Sample(String title, String answer, String after) {
    static final String PATH = "src/greet.py";
    static final String BEFORE = """
            def greet(name):
                return "Hello " + name


            def part(name):
                return "Bye " + name
            """;
    static final String AFTER = BEFORE.replace("Bye", "Goodbye");

    /** An answer that makes {@link #AFTER} of {@link #BEFORE}, as most do. */
    static Sample of(String title, String answer) {
        return new Sample(title, answer, AFTER);
    }
}
