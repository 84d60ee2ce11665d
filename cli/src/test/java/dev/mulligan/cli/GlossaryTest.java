package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The manual and the help use one word for one thing: none of those that the glossary says are not used. */
class GlossaryTest {

    private static final Path ROOT = Path.of(System.getProperty("mulligan.root", ".."));
    private static final Path GLOSSARY = ROOT.resolve("docs/glossary.md");
    /** Names in code spans, and words quoted to say that they are not used. */
    private static final Pattern CODE_OR_QUOTE = Pattern.compile("`[^`]*`|\"[^\"]*\"|“[^”]*”");

    private static final PrintWriter SILENT = new PrintWriter(Writer.nullWriter());

    @Test
    void theManualUsesNoneOfTheOtherWords() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            List<Path> pages = Stream.concat(docs, Stream.of(ROOT.resolve("README.md")))
                    .filter(page -> page.toString().endsWith(".md") && !page.equals(GLOSSARY))
                    .toList();
            for (Path page : pages) {
                found.addAll(found(page.getFileName().toString(), Files.readString(page)));
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void theHelpUsesNoneOfTheOtherWords() throws IOException {
        List<String> found = new ArrayList<>();
        for (CommandLine command : all(Main.commandLine(SILENT, SILENT))) {
            String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF).replace("--climb", "");
            found.addAll(found(command.getCommandName(), help));
        }

        assertThat(found).isEmpty();
    }

    private static List<CommandLine> all(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(sub -> all.addAll(all(sub)));
        return all;
    }

    private static List<String> found(String where, String text) throws IOException {
        String plain = CODE_OR_QUOTE.matcher(text.toLowerCase(Locale.ROOT)).replaceAll(" ");
        return notUsed().stream()
                .filter(word -> Pattern.compile("\\b" + Pattern.quote(word))
                        .matcher(plain)
                        .find())
                .map(word -> where + ": " + word)
                .toList();
    }

    private static List<String> notUsed() throws IOException {
        String glossary = Files.readString(GLOSSARY);
        List<String> words = glossary.substring(glossary.indexOf("| Not | But |"))
                .lines()
                .skip(2)
                .filter(line -> line.startsWith("| "))
                .map(line -> line.split("\\|", -1)[1].strip())
                .toList();
        assertThat(words).hasSizeGreaterThan(3);
        return words;
    }
}
