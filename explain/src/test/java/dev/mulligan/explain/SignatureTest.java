package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.explain.output.ToolRun;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which differences between two runs count. */
class SignatureTest {

    private static Explanation fails(String message) {
        String out = "--- FAIL: TestA (0.00s)\n    a_test.go:5: " + message + "\nFAIL\n";
        return Explainer.standard().explain(new ToolRun("go test", OptionalInt.of(1), out, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "wrong object at 0x7f50f47e7e50 | wrong object at 0x7f2be1547550",
                "dial tcp 127.0.0.1:48551: connection refused | dial tcp 127.0.0.1:39021: connection refused",
                "cannot open /tmp/go-build123/out.csv | cannot open /tmp/go-build987/out.csv",
                "request took 12.5ms, too slow | request took 13.25ms, too slow",
                "error at 2026-11-15T20:39:12.79Z | error at 2027-01-02T03:04:05.1Z",
                "id 3f2b8c1e-1111-4222-8333-abcdefabcdef missing | id 0a2b8c1e-9999-4222-8333-abcdefabcd00 missing",
                "unexpected org.example.Cart@161479c6 | unexpected org.example.Cart@353d0772",
                "failed with seed 1234 | failed with seed 99",
                "unexpected token at line 12 | unexpected token at line 40",
                "0.0003755810002985527 should be < 0.001 | 0.0009955810002985527 should be < 0.001",
                "‘price’ undeclared error | 'price' undeclared error"
            })
    void noiseDoesNot(String a, String b) {
        assertThat(fails(a).signature()).isEqualTo(fails(b).signature());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "Total() = 15, want 20 | Total() = 16, want 20",
                "got 0.30000000000000004, want 0.3 | got 0.7000000000000001, want 0.3",
                "got 5s, want 10s | got 6s, want 10s",
                "cannot open /tmp/go-build123/out.csv | cannot open /tmp/go-build123/in.csv",
                "missing key 'a' | missing key 'b'",
                "expected 0x1f got 0x20 | expected 0x1f got 0x21"
            })
    void valuesDo(String a, String b) {
        assertThat(fails(a).signature()).isNotEqualTo(fails(b).signature());
    }

    @Test
    void itIsShortAndPrintable() {
        assertThat(fails("got 1, want 2").signature()).matches("test-1-[0-9a-f]{16}");
    }

    @Test
    void aPassingRunHasNoErrors() {
        Explanation e = Explainer.standard()
                .explain(new ToolRun("go test", OptionalInt.of(0), "ok  \texample.org/shop\t0.01s\n", ""));
        assertThat(e.errors()).isEmpty();
        assertThat(e.signature()).endsWith("-ok");
    }

    @Test
    void aKilledRunWithoutOutputStillHasOne() {
        Explanation e = Explainer.standard().explain(new ToolRun("x", OptionalInt.empty(), "", ""));
        assertThat(e.signature()).isEqualTo("unknown-killed");
        assertThat(e.summary()).contains("no exit code");
    }

    @Test
    void failuresCountThoughAPipeHidTheExitCode() {
        ToolRun piped =
                new ToolRun("make 2>&1 | tail", OptionalInt.of(0), "cart.c:7:14: error: 'price' undeclared\n", "");
        Explanation e = Explainer.standard().explain(piped);
        assertThat(e.tool()).isEqualTo("cc");
        assertThat(e.errors())
                .singleElement()
                .satisfies(x -> assertThat(x.place()).contains("cart.c:7"));
    }

    @Test
    void severalToolsInOneOutputAreReadTogether() {
        String out = """
                src/cart.ts(16,10): error TS18048: 'hit' is possibly 'undefined'.
                --- FAIL: TestA (0.00s)
                    a_test.go:5: got 1, want 2
                FAIL
                FAIL\texample.org/shop\t0.004s
                """;
        Explanation e = Explainer.standard().explain(new ToolRun("make check", OptionalInt.of(2), out, ""));
        assertThat(e.errors())
                .extracting(x -> x.place().orElse(""))
                .containsExactlyInAnyOrder("src/cart.ts:16", "a_test.go:5");
    }
}
