package dev.mulligan.explain;

import dev.mulligan.explain.format.JsonReportParser;
import dev.mulligan.explain.format.JunitXmlParser;
import dev.mulligan.explain.format.TapParser;
import dev.mulligan.explain.generic.BestLineParser;
import dev.mulligan.explain.generic.FailedTestsParser;
import dev.mulligan.explain.generic.PlacedLinesParser;
import dev.mulligan.explain.generic.TestReportParser;
import dev.mulligan.explain.lint.AnnotationParser;
import dev.mulligan.explain.lint.DiagnosticParser;
import dev.mulligan.explain.lint.EslintParser;
import dev.mulligan.explain.lint.FramedDiagnosticParser;
import dev.mulligan.explain.lint.LintTableParser;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.tool.compiled.CargoTestParser;
import dev.mulligan.explain.tool.compiled.CppAssertParser;
import dev.mulligan.explain.tool.compiled.DotnetParser;
import dev.mulligan.explain.tool.compiled.GoParser;
import dev.mulligan.explain.tool.compiled.GtestParser;
import dev.mulligan.explain.tool.compiled.LinkerParser;
import dev.mulligan.explain.tool.compiled.RustcParser;
import dev.mulligan.explain.tool.compiled.SwiftTestParser;
import dev.mulligan.explain.tool.dynamic.BatsParser;
import dev.mulligan.explain.tool.dynamic.DartParser;
import dev.mulligan.explain.tool.dynamic.ExUnitParser;
import dev.mulligan.explain.tool.dynamic.MinitestParser;
import dev.mulligan.explain.tool.dynamic.PhpunitParser;
import dev.mulligan.explain.tool.dynamic.RspecParser;
import dev.mulligan.explain.tool.jvm.BuildToolParser;
import dev.mulligan.explain.tool.jvm.GradleTestParser;
import dev.mulligan.explain.tool.jvm.ScalaTestParser;
import dev.mulligan.explain.tool.jvm.SurefireParser;
import dev.mulligan.explain.tool.python.GherkinParser;
import dev.mulligan.explain.tool.python.PytestParser;
import dev.mulligan.explain.tool.python.UnittestParser;
import dev.mulligan.explain.tool.script.AvaParser;
import dev.mulligan.explain.tool.script.BunParser;
import dev.mulligan.explain.tool.script.DenoParser;
import dev.mulligan.explain.tool.script.JestParser;
import dev.mulligan.explain.tool.script.MochaParser;
import dev.mulligan.explain.tool.script.NodeSpecParser;
import dev.mulligan.explain.tool.script.PlaywrightParser;
import dev.mulligan.explain.tool.script.VitestParser;
import dev.mulligan.explain.trace.TraceParser;
import java.util.List;

/** In reading order: test runners claim their reports before the diagnostics parsers look for loose errors. */
final class ToolParsers {
    static final List<ToolParser> KNOWN = List.of(
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
            new CppAssertParser(),
            new ScalaTestParser(),
            new DartParser(),
            new SwiftTestParser(),
            TestReportParser.harnesses(),
            new GoParser(),
            new CargoTestParser(),
            FailedTestsParser.unknown(),
            new RustcParser(),
            new EslintParser(),
            new LintTableParser(),
            new FramedDiagnosticParser(),
            new DiagnosticParser(),
            new LinkerParser());

    static final List<ToolParser> FALLBACKS = List.of(
            new AnnotationParser(),
            FailedTestsParser.last(),
            new BuildToolParser(),
            new TraceParser(),
            new PlacedLinesParser(),
            new BestLineParser());

    private ToolParsers() {}
}
