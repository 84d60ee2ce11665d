package dev.mulligan.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireTest {

    @Test
    void jsonComesBackAsItWent() {
        String text =
                "{\"a\":1,\"big\":123456789012345678901234567890,\"f\":1.0,\"n\":null,\"l\":[true,\"x\\n\"],\"o\":{}}";

        assertThat(Json.write(Json.parse(text))).isEqualTo(text);
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
