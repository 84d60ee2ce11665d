package dev.mulligan.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    private static final List<String> PATH = List.of("env", "BASE_URL");

    @Test
    void aMemberIsAddedAndNothingElseChanges() {
        String before = "{\n  // mine\n  \"model\":   \"opus\",\n  \"env\": {\n    \"A\": \"1\"\n  }\n}\n";
        String after = JsonText.with(before, PATH, "\"http://x\"");
        assertThat(after)
                .isEqualTo(
                        "{\n  // mine\n  \"model\":   \"opus\",\n  \"env\": {\n    \"BASE_URL\": \"http://x\",\n    \"A\": \"1\"\n  }\n}\n");
        assertThat(JsonText.without(after, PATH)).isEqualTo(before);
    }

    @Test
    void whatIsThereIsReplaced() {
        assertThat(JsonText.with("{\"env\":{\"BASE_URL\": {\"deep\": [1]} , \"B\":2}}", PATH, "7"))
                .isEqualTo("{\"env\":{\"BASE_URL\": 7 , \"B\":2}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n", "{}", "{\n}\n", "{\"env\":{}}", "{\"a\":1}", "{\"a\":[{\"env\":1}]}"})
    void objectsOnTheWayAreMade(String before) {
        String after = JsonText.with(before, PATH, "\"v\"");
        assertThat(Json.parseObject(after).object("env").orElseThrow().text("BASE_URL"))
                .contains("v");
        String again = JsonText.without(after, PATH);
        assertThat(Json.parseObject(again).object("env").orElseGet(Json::object).text("BASE_URL"))
                .isEmpty();
    }

    @Test
    void theLastMemberLeavesNoCommaBehind() {
        assertThat(JsonText.without("{\"a\": 1, \"env\": {\"x\": 1, \"BASE_URL\": 2}}", PATH))
                .isEqualTo("{\"a\": 1, \"env\": {\"x\": 1}}");
        assertThat(JsonText.without("{\"a\": 1}", PATH)).isEqualTo("{\"a\": 1}");
    }

    @Test
    void whatIsNoObjectIsRefused() {
        assertThatThrownBy(() -> JsonText.with("{\"env\": 3}", PATH, "1"))
                .hasMessageContaining("\"env\" is not an object");
        assertThatThrownBy(() -> JsonText.with("[1]", PATH, "1")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> JsonText.with("{\"env\": ", PATH, "1")).isInstanceOf(JsonException.class);
    }
}
