package dev.mulligan.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {

    private static final String STREAM = """
            \uFEFFevent: message_start
            data: {"a":1}

            : a comment
            data: first
            data:second
            id: 7

            event:ping

            event: ping
            data:

            data: größer € 𝄞

            """;
    private static final List<String> EVENTS =
            List.of("message_start {\"a\":1}", " first\nsecond", "ping ", "ping ", " größer € 𝄞");

    private final List<String> seen = new ArrayList<>();
    private final SseReader reader = new SseReader((name, bytes, from, to) ->
            seen.add(name + " " + new String(bytes, from, to - from, StandardCharsets.UTF_8)));

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void aStreamMeansTheSameWhereverItIsCut(String newLine) {
        byte[] bytes = STREAM.replace("\n", newLine).getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < 300; seed++) {
            seen.clear();
            SseReader cut = new SseReader((name, data, from, to) ->
                    seen.add(name + " " + new String(data, from, to - from, StandardCharsets.UTF_8)));
            Random random = new Random(seed);
            int longest = 1 + random.nextInt(40);
            for (int at = 0; at < bytes.length; ) {
                int length = Math.min(bytes.length - at, 1 + random.nextInt(longest));
                byte[] piece = Arrays.copyOfRange(bytes, at, at + length);
                cut.feed(piece, 0, length);
                // The network's buffer is used again.
                Arrays.fill(piece, (byte) 'x');
                at += length;
            }
            cut.end();
            assertThat(seen).as("seed %d", seed).isEqualTo(EVENTS);
        }
    }

    @Test
    void theLastEventCountsWithoutABlankLine() {
        reader.feed("data: [DONE]".getBytes(StandardCharsets.UTF_8));
        assertThat(seen).isEmpty();
        reader.end();
        assertThat(seen).containsExactly(" [DONE]");
    }

    @Test
    void aPieceMayBeAPartOfALargerBuffer() {
        byte[] buffer = "xxxdata: a\n\nyyy".getBytes(StandardCharsets.UTF_8);
        reader.feed(buffer, 3, buffer.length - 3);
        assertThat(seen).containsExactly(" a");
    }

    @Test
    void anEndlessLineIsKeptToABound() {
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) 'a');
        reader.feed("data: ".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < 8; i++) {
            reader.feed(piece);
        }
        reader.feed("\n\n".getBytes(StandardCharsets.UTF_8));
        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().length()).isLessThanOrEqualTo(4 << 20);
    }
}
