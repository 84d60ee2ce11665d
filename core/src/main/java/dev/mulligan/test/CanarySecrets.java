package dev.mulligan.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Invented secrets of many kinds, to be sent through a program and then searched for in everything it wrote. Put together
 * when they are needed, so that no scanner takes this file for a leak.
 */
public final class CanarySecrets {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String HEX = "0123456789abcdef";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    /**
     * One secret.
     *
     * @param text how it stands in a message, a prompt or a file
     * @param secret what must not be found anywhere
     * @param alone whether it is recognised by itself, so that it can also be used as a name
     */
    public record Canary(String kind, String text, String secret, boolean alone) {}

    private final Random random = new Random(20_261_116);
    private final List<Canary> all = new ArrayList<>();

    private CanarySecrets() {
        alone("anthropic", "sk-" + "ant-api03-", LETTERS, 80);
        alone("openai", "sk-", LETTERS, 48);
        alone("openai project", "sk-" + "proj-", LETTERS, 64);
        alone("openrouter", "sk-" + "or-v1-", HEX, 64);
        alone("google", "AI" + "za", LETTERS, 35);
        alone("google oauth", "ya" + "29.", LETTERS, 60);
        alone("aws access key", "AK" + "IA", UPPER, 16);
        alone("github", "gh" + "p_", LETTERS, 36);
        alone("github fine-grained", "github" + "_pat_", LETTERS, 59);
        alone("github oauth", "gh" + "o_", LETTERS, 36);
        alone("gitlab", "gl" + "pat-", LETTERS, 20);
        alone("slack", "xo" + "xb-123456789012-", LETTERS, 24);
        alone("stripe", "sk" + "_live_", LETTERS, 24);
        alone("npm", "np" + "m_", LETTERS, 36);
        alone("pypi", "py" + "pi-AgEIcHlwaS5vcmc", LETTERS, 60);
        alone("hugging face", "h" + "f_", LETTERS, 34);
        alone("sendgrid", "S" + "G.", LETTERS, 22, ".", LETTERS, 43);
        alone("twilio", "S" + "K", HEX, 32);
        alone("digitalocean", "do" + "p_v1_", HEX, 64);
        alone("telegram", "123456789:" + "AA", LETTERS, 33);
        alone("groq", "gs" + "k_", LETTERS, 52);
        alone("xai", "xa" + "i-", LETTERS, 80);
        alone("replicate", "r" + "8_", LETTERS, 37);
        alone("databricks", "da" + "pi", HEX, 32);
        alone("mulligan", "ml" + "g_", LETTERS, 43);
        alone("jwt", "ey" + "JhbGciOiJIUzI1NiJ9.eyJ", LETTERS, 40, ".", LETTERS, 43);
        within("aws secret", "aws_secret_access_key = ", LETTERS, 40, "");
        within(
                "azure storage",
                "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=",
                LETTERS,
                86,
                "==;EndpointSuffix=b");
        within("azure key", "api-key: ", HEX, 32, "");
        within("bearer header", "Authorization: Bearer ", LETTERS, 40, "");
        within("basic header", "Authorization: Basic ", LETTERS, 32, "==");
        within("database url", "postgres://app:", LETTERS, 20, "@db.internal:5432/app");
        within("basic auth url", "https://deploy:", LETTERS, 24, "@git.example.com/x.git");
        within("password pair", "password: ", LETTERS, 16, "");
        within("passwd pair", "passwd=", LETTERS, 16, "");
        within("secret pair", "{\"client_secret\":\"", LETTERS, 24, "\"}");
        within("cookie", "Cookie: session=", LETTERS, 30, "");
        String line = text(LETTERS, 64);
        all.add(new Canary(
                "private key",
                "-----BEGIN " + "PRIVATE KEY-----\n" + text(LETTERS, 64) + "\n" + line + "\n-----END "
                        + "PRIVATE KEY-----",
                line,
                false));
    }

    /** At least twenty kinds, the same ones every time. */
    public static List<Canary> all() {
        return List.copyOf(new CanarySecrets().all);
    }

    /** Which of them stand in these bytes: {@code where: kind}. */
    public static List<String> found(String where, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return all().stream()
                .filter(canary -> text.contains(core(canary.secret())))
                .map(canary -> where + ": " + canary.kind())
                .toList();
    }

    /** The same for every file below a folder. */
    public static List<String> found(Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.addAll(found(folder.relativize(file).toString(), Files.readAllBytes(file)));
            }
        }
        return found;
    }

    /** A good part of a secret is as bad as all of it: its last characters are searched for. */
    private static String core(String secret) {
        return secret.substring(Math.max(0, secret.length() - 12));
    }

    private void alone(String kind, Object... parts) {
        StringBuilder secret = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            boolean alphabet = i + 1 < parts.length && parts[i + 1] instanceof Integer;
            secret.append(alphabet ? text((String) parts[i], (Integer) parts[++i]) : (String) parts[i]);
        }
        all.add(new Canary(kind, "the key " + secret + " was used", secret.toString(), true));
    }

    private void within(String kind, String before, String alphabet, int length, String after) {
        String secret = text(alphabet, length);
        all.add(new Canary(kind, before + secret + after, secret, false));
    }

    /** Random, with a digit and a letter in any case, as real ones have. */
    private String text(String alphabet, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length - 3; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.append(alphabet.equals(UPPER) ? "7QZ" : alphabet.equals(HEX) ? "7af" : "7Qz")
                .toString();
    }
}
