package dev.mulligan.failure.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewVerdictTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PASS",
                "All tests run.\n  PASS  \n",
                "{\"verdict\":\"pass\"}",
                "```json\n{ \"verdict\" : \"PASS\", \"notes\": [] }\n```"
            })
    void passes(String answer) {
        assertThat(ReviewVerdict.parse(answer)).isInstanceOf(ReviewVerdict.Pass.class);
    }

    @Test
    void failsWithTheReason() {
        assertThat(ReviewVerdict.parse("checked\nFAIL: two tests are red"))
                .isEqualTo(new ReviewVerdict.Fail("two tests are red"));
        assertThat(ReviewVerdict.parse("{\"verdict\":\"fail\"}")).isInstanceOf(ReviewVerdict.Fail.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "The change does not PASS",
                "PASSED",
                "pass",
                "PASS: mostly",
                "I would say PASS",
                "{\"verdict\":\"passed\"}",
                "{\"verdict\":true}",
                "{\"verdict\":\"not pass\"}",
                "{\"verdict\":\"pa",
                "PASS\nFAIL: or maybe not",
                "{\"verdict\":\"pass\"} {\"verdict\":\"fail\"}",
                "PASS\n{\"verdict\":\"unknown\"}"
            })
    void everythingElseIsNotAPass(String answer) {
        assertThat(ReviewVerdict.parse(answer)).isNotInstanceOf(ReviewVerdict.Pass.class);
    }
}
