package dev.mulligan.text;

/** Text that is not the JSON it should be; says what and where. */
public final class JsonException extends RuntimeException {

    private final String problem;
    private final int line;
    private final int column;

    public JsonException(String message) {
        super(message);
        this.problem = message;
        this.line = 0;
        this.column = 0;
    }

    public JsonException(String message, Throwable cause) {
        super(message, cause);
        this.problem = message;
        this.line = 0;
        this.column = 0;
    }

    JsonException(String problem, int line, int column, Throwable cause) {
        super(problem + ", line " + line + ", column " + column, cause);
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /**
     * The message for a text that is a line of something longer: its own first line is that one.
     *
     * @param name of what it is from
     * @param first number of the text's first line there
     */
    public String within(String name, int first) {
        return line == 0
                ? name + ", line " + first + ": " + problem
                : name + ", line " + (first + line - 1) + ", column " + column + ": " + problem;
    }
}
