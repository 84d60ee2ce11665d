package dev.mulligan.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    /** The secret is the part between « and »; it is put together here so that no scanner takes this file for a leak. */
    static List<String> zoo() {
        String tail = "A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6S7t8";
        return List.of(
                "x-api-key: «sk-" + "ant-api03-" + tail + "»",
                "using «sk-" + "proj-" + tail + "» for this call",
                "{\"apiKey\":\"«s3cr3t-value»\"}",
                "{\\\"api_key\\\": \\\"«abcdef123»\\\"}",
                "OPENAI_API_KEY=«" + tail + "»",
                "export DB_PASSWORD='«hunter two»'",
                "password: «correcthorsebattery»",
                "Authorization: «Bearer " + tail + "»",
                "curl -H \"Authorization: «Bearer " + tail + "»\" https://api.example.com",
                "sent Bearer «" + tail + "» upstream",
                "Proxy said Basic «dXNlcjpwYXNzd29yZA==»",
                "Cookie: «session=abc; csrftoken=def»",
                "set-cookie: «sid=s%3Aabc; Path=/»",
                "postgres://mulligan:«p4ssword»@db.internal:5432/app",
                "https://user:«ghs_token»@github.com/o/r.git",
                "key «AIza" + "SyA1234567890abcdefghijklmnopqrstuvw» is not valid",
                "remote: «ghp_" + tail + "» denied",
                "«github_pat_" + "11AAAAAAA0abcdefghijkl_" + tail + "»",
                "token «glpat-" + "abcDEF123456789012345»",
                "«xoxb-" + "123456789012-abcdefABCDEF»",
                "«AKIA" + "IOSFODNN7EXAMPLE» is the id",
                "AWS_SECRET_ACCESS_KEY=«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»",
                "«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N»",
                "-----BEGIN x-----\n«-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----»\nafter",
                "cut «-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz»",
                "mysql --password «hunter2» -u root",
                "GET /v1?access_token=«" + tail + "»&page=2",
                "refresh_token = \"«1//0gabc-def»\"",
                "line one\\n«sk-" + "ant-" + tail + "»\\nline two",
                "\u001b[31m«gsk_" + tail + "»\u001b[0m",
                "NPM_TOKEN=«npm_" + tail + "»",
                "client-secret=«zz9»",
                "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=«" + tail + "==»;EndpointSuffix=core",
                "https://x.blob.core.windows.net/c?sv=2024&sig=«" + tail + "%3D»",
                "AccessKeyId «AKIA" + "IOSFODNN7EXAMPLE»",
                "SID «SK" + "0123456789abcdef0123456789abcdef» is revoked",
                "bot «123456789:AA" + "Hk3bV9fJ7sD2qW8xZ4cR6tY1uI5oP0lKm»",
                "https://api.telegram.org/«bot123456789:AA" + "Hk3bV9fJ7sD2qW8xZ4cR6tY1uI5oP0lKm»/getMe",
                "«dapi" + "0123456789abcdef0123456789abcdef»",
                "«dop_v1_" + "0123456789abcdef0123456789abcdef0123456789abcdef»",
                "«SG." + "abcDEF123456789012.345678901234567890abcdefABCDEF»",
                "mail «key-" + "0123456789abcdef0123456789abcdef»",
                "https://hooks.slack.com/services/«T00000000/B00000000/" + "XXXXXXXXXXXXXXXXXXXXXXXX»",
                "https://«0123456789abcdef0123456789abcdef»@o1.ingest.example.com/5",
                "postgres://u:«p@ss:w0rd»@db/app",
                "{\"password\": «12345678»}",
                "login with «mlg_" + "A1b2C3d4E5f6G7h8J9k0»",
                "«hf_" + "abcdEFGHijklMNOPqrstUVWX12»");
    }

    @ParameterizedTest
    @MethodSource("zoo")
    void hidesTheSecretAndNothingElse(String marked) {
        String text = marked.replace("«", "").replace("»", "");
        boolean json = marked.startsWith("{\"password\": ");
        String wanted = marked.substring(0, marked.indexOf('«'))
                + (json ? "\"" + Secrets.REDACTED + "\"" : Secrets.REDACTED)
                + marked.substring(marked.indexOf('»') + 1);
        assertThat(Secrets.redact(text)).isEqualTo(wanted);
        assertThat(Secrets.redact(wanted)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max_tokens=4096, input_tokens: 1200",
                "SyntaxError: Unexpected token: identifier",
                "invalid x-api-key",
                "API key not valid. Please pass a valid API key.",
                "password: incorrect",
                "the token: expired",
                "api_key=${ANTHROPIC_API_KEY}",
                "Basic authentication required",
                "sk-learn is not installed; task-runner-with-a-long-name failed",
                "http://127.0.0.1:7171/v1/messages",
                "https://example.com/a:b@c",
                "sort_key=name primary_key=id",
                "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
                "expected 3 but was 4 at Cart.java:17",
                "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "request 550e8400-e29b-41d4-a716-446655440000 at 2026-11-16T15:04:05.123Z",
                "const apiKey = process.env.ANTHROPIC_API_KEY;",
                "self.password = password",
                "this.secret = config.getSecret(name);",
                "password = getPassword()",
                "fw_update_all_devices_v2_handler failed in r8_compile_shader_stage_2_pass",
                "class sk-cube-grid-1-container-2 and sk-learn-contrib-0-24-extra",
                "sk_test_connection_pool_2_is_empty",
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
                "src/main/java/dev/mulligan/agent2/Agent1.java",
                "integrity sha512-K4f7Jx0Zr8yPqXv3bWmN6sT1uL5oH9cD2eRgAaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPp==",
                "12:34:56.789 INFO server started",
                "tokens: 1234, token_count=12345678",
                "\"signature\": \"pytest:test_total:AssertionError\""
            })
    void leavesAloneWhatErrorMessagesNeed(String text) {
        assertThat(Secrets.redact(text)).isEqualTo(text);
    }

    @Test
    void theSecretHalfOfAnAmazonKeyIsHiddenNextToItsOtherHalf() {
        String id = "AKIA" + "IOSFODNN7EXAMPLE";
        String secret = "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLE1EY";
        assertThat(Secrets.redact(id + " " + secret)).isEqualTo(Secrets.REDACTED + " " + Secrets.REDACTED);
        assertThat(Secrets.redact("the path " + secret)).isEqualTo("the path " + secret);
    }

    @Test
    void hidesKnownValuesWhereverTheyStand() {
        Secrets secrets = Secrets.knowing(List.of("plain words only", "plain words", "yes"));
        assertThat(secrets.in("it printed plain words only, yes"))
                .isEqualTo("it printed " + Secrets.REDACTED + ", yes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token=",
                "cookie:$ ",
                "sk-a.",
                "eyJ.",
                "password ",
                "://",
                "-----BEGIN ",
                "bearer ",
                "a:b@",
                "\\n",
                "\"key\":"
            })
    void staysLinearOnHostileText(String piece) {
        String text = piece.repeat(1_000_000 / piece.length());
        // The processor's time, not the clock's: other programs may be busy.
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        Secrets.redact(text);
        assertThat(Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start))
                .isLessThan(Duration.ofSeconds(5));
    }
}
