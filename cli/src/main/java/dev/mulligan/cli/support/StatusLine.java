package dev.mulligan.cli.support;

import dev.mulligan.text.TerminalText;

/** The last line on a terminal, drawn over itself while something goes on. Safe for use from several threads. */
public final class StatusLine {

    private static final String ERASE = "\r\u001b[2K";

    private final Screen screen;
    private boolean shown;

    public StatusLine(Screen screen) {
        this.screen = screen;
    }

    /** Whether such a line can be drawn: elsewhere it would fill a file or a log. */
    public static boolean fits(Screen screen) {
        return Terminal.find().isPresent() && screen.isColoured();
    }

    public synchronized void show(String text) {
        screen.raw(ERASE + screen.dim("  … " + TerminalText.clean(text)));
        shown = true;
    }

    /** Makes room for an ordinary line. */
    public synchronized void clear() {
        if (shown) {
            screen.raw(ERASE);
            shown = false;
        }
    }
}
