package dev.mulligan.explain;

import java.util.List;

/** In reading order: test runners claim their reports before the diagnostics parsers look for loose errors. */
final class Parsers {
    static final List<Parser> KNOWN = List.of(
            new JunitXmlParser(),
            new JsonReportParser(false),
            new PytestParser(),
            new UnittestParser(),
            new SurefireParser(),
            new GradleTestParser(),
            new JestParser(),
            new VitestParser(),
            new BunParser(),
            new DenoParser(),
            new AvaParser(),
            new PlaywrightParser(),
            new NodeSpecParser(),
            TestReportParser.runners(),
            new GherkinParser(),
            new TapParser(),
            new MochaParser(),
            new RspecParser(),
            new MinitestParser(),
            new PhpunitParser(),
            new ExUnitParser(),
            new BatsParser(),
            new DotnetParser(),
            new GtestParser(),
            new ScalaTestParser(),
            new DartParser(),
            new SwiftTestParser(),
            TestReportParser.harnesses(),
            new GoParser(),
            new CargoTestParser(),
            new RustcParser(),
            new EslintParser(),
            new LintTableParser(),
            new FramedDiagnosticParser(),
            new DiagnosticParser(),
            new LinkerParser());

    static final List<Parser> FALLBACKS = List.of(
            new AnnotationParser(),
            new BuildToolParser(),
            new TraceParser(),
            new PlacedLinesParser(),
            new BestLineParser());

    private Parsers() {}
}
