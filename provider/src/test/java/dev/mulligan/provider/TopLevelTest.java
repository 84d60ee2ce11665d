package dev.mulligan.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopLevelTest {

    private static TopLevel of(String json) {
        return TopLevel.of(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void membersLieWhereAParserFindsThem() {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            for (int i = 0; i < 4; i++) {
                members.put("m" + i, random.nextBoolean() ? text(random) : Json.object("deep", text(random)));
            }
            String json = Json.write(new JsonObject(members));
            TopLevel found = of(json);

            assertThat(found.isWhole()).as("seed " + seed).isTrue();
            members.forEach((name, value) -> assertThat(
                            found.value(name).map(found::text).map(Json::parse))
                    .as(json)
                    .contains(java.util.Objects.requireNonNull(value)));
            assertThat(of(json.substring(0, json.length() - 1)).isWhole())
                    .as("seed " + seed)
                    .isFalse();
        }
    }

    /** Much of what ends a string and what only looks so. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append("\"\\\\ab}]{[,:\né".charAt(random.nextInt(13)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "{\"a", "{\"a\":", "{\"a\":\"b\\\"}", "{\"a\":1}x", "[1]", "{\"a\":{\"b\":\"}\"}", "{,}"
            })
    void whatIsNotOneObjectIsNotWhole(String json) {
        assertThat(of(json).isWhole()).isFalse();
    }

    @Test
    void firstItemIsTheItemOrItsBeginning() {
        TopLevel shortOne = of("{\"messages\": [ {\"a\":\"]\"} , 2]}");
        assertThat(shortOne.firstItem("messages").map(shortOne::text)).contains("{\"a\":\"]\"}");
        assertThat(of("{\"messages\":[ ]}").firstItem("messages")).isEmpty();
        assertThat(of("{\"messages\":1}").firstItem("messages")).isEmpty();
        TopLevel longOne = of("{\"messages\":[\"" + "x".repeat(100_000) + "\",2]}");
        assertThat(longOne.firstItem("messages").orElseThrow().length()).isEqualTo(4096);
    }
}
