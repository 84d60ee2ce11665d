package dev.mulligan.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextValuesTest {

    @Test
    void jsonComesBackAsItWent() {
        String text =
                "{\"a\":1,\"big\":123456789012345678901234567890,\"f\":1.0,\"n\":null,\"l\":[true,\"x\\n\"],\"o\":{}}";

        assertThat(Json.write(Json.parse(text))).isEqualTo(text);
    }

    @Test
    void aWordWithTwoLettersSwappedIsStillMeant() {
        List<String> known = List.of("exec", "explain", "resume", "retry", "run", "show", "status");
        assertThat(NearestWord.to("rnu", known)).contains("run");
        assertThat(NearestWord.to("exce", known)).contains("exec");
        assertThat(NearestWord.to("shwo", known)).contains("show");
        assertThat(NearestWord.to("sttaus", known)).contains("status");
        assertThat(NearestWord.to("cat", known)).isEmpty();
    }

    @Test
    void brokenJsonSaysWhere() {
        assertThatThrownBy(() -> Json.parse("{\"a\": [1, }"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("line 1, column");
        assertThatThrownBy(() -> Json.parse("{} x")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parse("")).hasMessageContaining("empty");
        assertThatThrownBy(() -> Json.parseObject("[1]")).hasMessageContaining("object");
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(JsonException.class);
    }

    @Test
    void deepOrLongTextIsRefusedWithItsPlace() {
        for (String deep : List.of(
                "[".repeat(10_000),
                "{a: ".repeat(10_000),
                "- ".repeat(10_000) + "x",
                "a: " + "[".repeat(10_000) + "]".repeat(10_000))) {
            assertThatThrownBy(() -> Yaml.parse("plan.yaml", deep))
                    .isInstanceOf(YamlException.class)
                    .hasMessageMatching("plan\\.yaml:\\d+:\\d+: nested deeper than 100 levels");
        }
        StringBuilder block = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            block.append(" ".repeat(i)).append("a:\n");
        }
        assertThatThrownBy(() -> Yaml.parse("plan.yaml", block.toString())).isInstanceOf(YamlException.class);
        assertThatThrownBy(() -> Yaml.parse("plan.yaml", "b: 1\n? " + "k".repeat(5_000) + "\n: x\n"))
                .hasMessageContaining("plan.yaml:2:3: a name of 5000 characters");
        for (String deep : List.of("[".repeat(10_000) + "]".repeat(10_000), "{\"a\":".repeat(10_000))) {
            assertThatThrownBy(() -> Json.parse(deep))
                    .isInstanceOf(JsonException.class)
                    .hasMessageContaining("line 1, column");
        }
    }

    @Test
    void textForATerminalHoldsNoOrders() {
        assertThat(TerminalText.clean("a\u001b[31mred\u001b[0m\u001b]0;title\u0007b\tc\nd\r\u0008e"))
                .isEqualTo("aredb\tc\nde");
        assertThat(TerminalText.clean("\u009b2Jx\u009d0;t\u009cy\u001bcz\u001b]8;;http://e\u001b\\link"))
                .isEqualTo("xyzlink");
        assertThat(TerminalText.clean("pass\u202edliaf\u2066x\u2069")).isEqualTo("passdliafx");
        assertThat(TerminalText.clean("never ended \u001b]0;t\nnext line")).isEqualTo("never ended \nnext line");
        assertThat(TerminalText.clean("✓ grün 日本 👍🏽")).isEqualTo("✓ grün 日本 👍🏽");
        String json = Json.write("x\u202ey\u009bz\u007f\u001b");
        assertThat(json).isEqualTo("\"x\\u202ey\\u009bz\\u007f\\u001B\"");
        assertThat(Json.parse(json)).isEqualTo("x\u202ey\u009bz\u007f\u001b");
    }

    @Test
    void yamlValuesKnowTheirPlace() {
        YamlValue.Mapping root = Yaml.parse("plan.yaml", "name: demo\nsteps:\n  - id: a\n    no: no\n")
                .asMapping("plan");

        assertThat(root.text("name")).contains("demo");
        YamlValue.Mapping step = root.list("steps").getFirst().asMapping("step");
        assertThat(step.at()).hasToString("plan.yaml:3:5");
        assertThat(step.text("no")).contains("no");
        assertThat(root.plain()).isEqualTo(Map.of("name", "demo", "steps", List.of(Map.of("id", "a", "no", "no"))));
    }

    @Test
    void yamlMistakesNameFileLineAndColumn() {
        assertThatThrownBy(() -> Yaml.parse("m.yaml", "a: [1,\nb: 2"))
                .isInstanceOf(YamlException.class)
                .hasMessageStartingWith("m.yaml:");
        assertThatThrownBy(() -> Yaml.parse("m.yaml", "a: 1\na: 2")).hasMessageContaining("a");
        assertThatThrownBy(() -> Yaml.parse("m.yaml", "\tx: 1")).hasMessageStartingWith("m.yaml:1:");
        assertThatThrownBy(() ->
                        Yaml.parse("m.yaml", "a: 1\nstepz: 2").asMapping("plan").allowOnly("a", "steps"))
                .hasMessageContaining("m.yaml:2:")
                .hasMessageContaining("did you mean steps?");
    }

    @Test
    void aYamlBombIsRefused() {
        StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
        for (char c = 'b'; c < 'i'; c++) {
            char before = (char) (c - 1);
            bomb.append(c)
                    .append(": &")
                    .append(c)
                    .append(" [")
                    .append(("*" + before + ",").repeat(9))
                    .append("*")
                    .append(before)
                    .append("]\n");
        }
        assertThatThrownBy(() -> Yaml.parse("bomb.yaml", bomb.toString())).isInstanceOf(YamlException.class);
    }

    @Test
    void theEmptyFileIsAnEmptyMapping() {
        assertThat(Yaml.parse("m.yaml", "# nothing\n").asMapping("file").members())
                .isEmpty();
    }
}
