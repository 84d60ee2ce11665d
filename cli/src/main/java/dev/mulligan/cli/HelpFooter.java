package dev.mulligan.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * What stands below the options in a command's help. Sentences are filled to the width of the help; examples are never
 * broken, because people copy them.
 */
final class HelpFooter {

    private static final String COLUMNS = " {2,}";
    private static final int LEAST_COLUMN = 20;
    private static final String BELOW_AN_EXAMPLE = " ".repeat(6);

    private final int width;
    private final List<String> lines = new ArrayList<>();
    private final StringBuilder paragraph = new StringBuilder();

    private HelpFooter(int width) {
        this.width = width;
    }

    /** For the help of this command and all below it. */
    static void use(CommandLine line) {
        line.getHelpSectionMap()
                .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER, help -> of(help.commandSpec()));
        line.getSubcommands().values().forEach(HelpFooter::use);
    }

    private static String of(CommandLine.Model.CommandSpec command) {
        HelpFooter footer = new HelpFooter(command.usageMessage().width());
        for (String line : command.usageMessage().footer()) {
            String.format(line).lines().forEach(footer::add);
            if (line.isEmpty()) {
                footer.add("");
            }
        }
        footer.endParagraph();
        return String.join(System.lineSeparator(), footer.lines)
                + (footer.lines.isEmpty() ? "" : System.lineSeparator());
    }

    private void add(String line) {
        if (!line.isBlank() && !line.startsWith(" ")) {
            paragraph.append(paragraph.isEmpty() ? "" : " ").append(line);
            return;
        }
        endParagraph();
        if (line.length() <= width) {
            lines.add(line.stripTrailing());
        } else {
            addExample(line);
        }
    }

    private void addExample(String line) {
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        String[] columns = line.strip().split(COLUMNS, 2);
        if (columns.length < 2) {
            lines.add(line);
            return;
        }
        int column = line.length() - columns[1].length();
        if (width - column < LEAST_COLUMN) {
            lines.add(indent + columns[0]);
            fill(columns[1], width - BELOW_AN_EXAMPLE.length()).forEach(part -> lines.add(BELOW_AN_EXAMPLE + part));
            return;
        }
        List<String> meaning = fill(columns[1], width - column);
        lines.add(line.substring(0, column) + meaning.getFirst());
        meaning.stream().skip(1).forEach(part -> lines.add(" ".repeat(column) + part));
    }

    private void endParagraph() {
        if (!paragraph.isEmpty()) {
            lines.addAll(fill(paragraph.toString(), width));
            paragraph.setLength(0);
        }
    }

    private static List<String> fill(String text, int width) {
        List<String> filled = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" +", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                filled.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        filled.add(line.toString());
        return filled;
    }
}
