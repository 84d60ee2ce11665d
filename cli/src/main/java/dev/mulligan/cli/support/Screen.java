package dev.mulligan.cli.support;

import dev.mulligan.text.TerminalText;
import java.io.PrintWriter;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where output goes, and whether it may be coloured: only on a terminal, and not when {@code NO_COLOR} is set. Whatever is
 * printed may hold text from plans, agents, providers or file names, so only our own colours get through.
 */
public final class Screen {

    private static final String RESET = "\u001b[0m";
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[(?:0|1|2|31|32|33|36)m");

    private final PrintWriter out;
    private final boolean coloured;

    public Screen(PrintWriter out, boolean coloured) {
        this.out = out;
        this.coloured = coloured;
    }

    public static Screen of(PrintWriter out, Map<String, String> environment) {
        boolean refused = environment.getOrDefault("NO_COLOR", "").length() > 0
                || environment.getOrDefault("TERM", "").equals("dumb");
        boolean forced = environment.getOrDefault("CLICOLOR_FORCE", "0").equals("1");
        return new Screen(out, !refused && (forced || Terminal.find().isPresent()));
    }

    /** {@code 1 request}, {@code 2 requests}. */
    public static String counted(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    public void line(String text) {
        out.println(coloured ? withColours(text) : TerminalText.clean(text));
    }

    private static String withColours(String text) {
        StringBuilder shown = new StringBuilder();
        Matcher colours = COLOUR.matcher(text);
        int from = 0;
        boolean open = false;
        while (colours.find()) {
            shown.append(TerminalText.clean(text.substring(from, colours.start())))
                    .append(colours.group());
            open = !colours.group().equals(RESET);
            from = colours.end();
        }
        shown.append(TerminalText.clean(text.substring(from)));
        return open ? shown.append(RESET).toString() : shown.toString();
    }

    public void line() {
        out.println();
    }

    public String bold(String text) {
        return paint("1", text);
    }

    public String dim(String text) {
        return paint("2", text);
    }

    public String red(String text) {
        return paint("31", text);
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String yellow(String text) {
        return paint("33", text);
    }

    public String cyan(String text) {
        return paint("36", text);
    }

    private String paint(String code, String text) {
        return coloured ? "\u001b[" + code + "m" + text + RESET : text;
    }

    /** A name and its value, aligned. */
    public void field(String name, String value) {
        line("  " + dim(pad(name, 11)) + value);
    }

    public static String pad(String text, int width) {
        return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
    }

    /** Writes without a line's end and as it is; only for a terminal, and only text that was cleaned. */
    public void raw(String text) {
        out.print(text);
        out.flush();
    }

    public boolean isColoured() {
        return coloured;
    }

    public void flush() {
        out.flush();
    }
}
