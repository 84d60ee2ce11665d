package dev.mulligan.store.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.redact.Secrets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkSecretsTest {

    private static final String KEY = "sk-ant-api03-" + "Ab3dEf6hIj9kLm2n".repeat(5);
    private static final String PEM =
            "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0B\n".repeat(20) + "-----END PRIVATE KEY-----\n";

    private static String through(String text, Random random) {
        ChunkSecrets secrets = new ChunkSecrets(Secrets.byShape());
        StringBuilder out = new StringBuilder();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + 1 + random.nextInt(60));
            secrets.add(new AgentChunk("o", "stdout", text.substring(from, to))).forEach(c -> out.append(c.text()));
            from = to;
        }
        secrets.end("o").forEach(c -> out.append(c.text()));
        return out.toString();
    }

    @Test
    void aSecretCutAnywhereIsStillSeen() {
        String text = "reading the settings\nANTHROPIC_API_KEY=" + KEY + "\n" + PEM + "and done\nlast words " + KEY;
        for (long seed = 0; seed < 200; seed++) {
            String out = through(text, new Random(seed));
            assertThat(out)
                    .as("seed %d", seed)
                    .contains("reading the settings")
                    .contains("and done")
                    .doesNotContain(KEY.substring(20, 40))
                    .doesNotContain("MIIEvQIBADAN");
        }
    }

    @Test
    void ordinaryOutputComesOutWholeAndInOrder() {
        String text = "one line\nanother line\n-----BEGIN of a letter\n".repeat(50);
        assertThat(through(text, new Random(1))).isEqualTo(text);
    }

    @Test
    void aSecretInALineThatDoesNotEndIsSeenWhereverTheLineIsCut() {
        for (int before = 16 * 1024 - 200; before < 16 * 1024 + 50; before += 7) {
            String text = "word, ".repeat(before / 6) + " key=" + KEY + ", " + "word, ".repeat(5_000);
            String out = through(text, new Random(before));
            assertThat(out)
                    .as("%d characters before it", before)
                    .doesNotContain(KEY.substring(13, 29))
                    .doesNotContain(KEY.substring(KEY.length() - 16))
                    .contains(Secrets.REDACTED);
        }
    }

    @Test
    void nothingIsHeldBackForEver() {
        ChunkSecrets secrets = new ChunkSecrets(Secrets.byShape());
        int out = 0;
        for (int i = 0; i < 100; i++) {
            for (AgentChunk chunk : secrets.add(new AgentChunk("o", "stdout", "x ".repeat(500)))) {
                out += chunk.text().length();
            }
        }
        assertThat(out).isGreaterThan(80_000);
    }
}
