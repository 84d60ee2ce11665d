package dev.mulligan.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/** Where output goes, and whether it may be coloured: only on a terminal, and not when {@code NO_COLOR} is set. */
final class Screen {

    private final PrintWriter out;
    private final boolean coloured;

    Screen(PrintWriter out, boolean coloured) {
        this.out = out;
        this.coloured = coloured;
    }

    static Screen of(PrintWriter out, Map<String, String> environment) {
        boolean refused = environment.getOrDefault("NO_COLOR", "").length() > 0
                || environment.getOrDefault("TERM", "").equals("dumb");
        boolean forced = environment.getOrDefault("CLICOLOR_FORCE", "0").equals("1");
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new Screen(out, !refused && (forced || terminal));
    }

    void line(String text) {
        out.println(text);
    }

    void line() {
        out.println();
    }

    String bold(String text) {
        return paint("1", text);
    }

    String dim(String text) {
        return paint("2", text);
    }

    String red(String text) {
        return paint("31", text);
    }

    String green(String text) {
        return paint("32", text);
    }

    String yellow(String text) {
        return paint("33", text);
    }

    String cyan(String text) {
        return paint("36", text);
    }

    private String paint(String code, String text) {
        return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    /** A name and its value, aligned. */
    void field(String name, String value) {
        out.println("  " + dim(pad(name, 11)) + value);
    }

    static String pad(String text, int width) {
        return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
    }

    /** Writes without a line's end; only for a terminal. */
    void raw(String text) {
        out.print(text);
        out.flush();
    }

    boolean isColoured() {
        return coloured;
    }

    void flush() {
        out.flush();
    }
}
