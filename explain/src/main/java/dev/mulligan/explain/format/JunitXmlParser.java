package dev.mulligan.explain.format;

import dev.mulligan.explain.output.Cleaner;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.JavaTrace;
import dev.mulligan.explain.trace.PythonTrace;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** JUnit's XML, which nearly every runner can write. A report that is cut off gives what it had until then. */
public final class JunitXmlParser implements ToolParser {
    private static final int LONGEST = 8_000_000;

    @Override
    public String tool() {
        return "junit-xml";
    }

    @Override
    public Findings parse(Output out) {
        String text = out.run().stdout();
        int from = text.indexOf("<testsuite");
        if (from < 0 || text.length() > LONGEST) return Findings.NONE;
        Suite suite = new Suite();
        try {
            suite.read(text.substring(from));
        } catch (XMLStreamException cut) {
            if (suite.ran == 0) return Findings.NONE;
        }
        if (suite.ran == 0) return Findings.NONE;
        out.claim(0, out.size());
        return new Findings(suite.found, TestCount.of(suite.ran, suite.found.size(), suite.skipped));
    }

    /** One reading. */
    private static final class Suite {
        final List<Finding> found = new ArrayList<>();
        int ran;
        int skipped;
        private String test = "";
        private @Nullable SourcePlace declared;
        private boolean failed;

        void read(String text) throws XMLStreamException {
            XMLInputFactory factory = XMLInputFactory.newFactory();
            // A report names no files of this machine.
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            factory.setProperty(XMLInputFactory.IS_COALESCING, true);
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
            String file = "";
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) continue;
                switch (xml.getLocalName()) {
                    case "testsuite" -> file = attribute(xml, "file");
                    case "testcase" -> begin(xml, file);
                    case "failure", "error" -> failure(xml);
                    case "skipped" -> skipped++;
                    default -> {}
                }
            }
        }

        private void begin(XMLStreamReader xml, String suiteFile) {
            ran++;
            failed = false;
            String type = attribute(xml, "classname");
            String name = attribute(xml, "name");
            test = type.isEmpty() || name.startsWith(type) ? name : type + "." + name;
            String file = attribute(xml, "file").isEmpty() ? suiteFile : attribute(xml, "file");
            declared = file.isEmpty() ? null : new SourcePlace(file, TextLines.number(attribute(xml, "line")));
        }

        private void failure(XMLStreamReader xml) throws XMLStreamException {
            String attribute = attribute(xml, "message");
            List<String> lines = Cleaner.lines(xml.getElementText());
            if (failed || test.isEmpty()) return;
            failed = true;
            String message = attribute.isBlank() ? said(lines) : attribute.strip();
            found.add(Finding.test(test, place(lines), message, JavaTrace.core(message)));
        }

        private static String said(List<String> lines) {
            List<String> text = lines.stream()
                    .filter(l -> StackFrameReader.of(l).isEmpty() && !JavaTrace.frame(l) && !PythonTrace.traceback(l))
                    .limit(20)
                    .toList();
            return TextLines.block(text).isBlank() ? "failed" : TextLines.block(text);
        }

        private @Nullable SourcePlace place(List<String> lines) {
            boolean python = lines.stream().anyMatch(l -> PythonTrace.traceback(l) || l.contains("File \""));
            SourcePlace own = python ? StackFrameReader.lastOwn(lines) : StackFrameReader.firstOwn(lines);
            if (own != null && !own.library()) return own;
            if (declared != null && declared.line() > 0) return declared;
            Optional<SourcePlace> said = lines.reversed().stream()
                    .map(PlaceReader::own)
                    .flatMap(Optional::stream)
                    .map(PlaceReader.Found::frame)
                    .findFirst();
            return said.orElse(declared);
        }

        private static String attribute(XMLStreamReader xml, String name) {
            String value = xml.getAttributeValue(null, name);
            return value == null ? "" : value;
        }
    }
}
