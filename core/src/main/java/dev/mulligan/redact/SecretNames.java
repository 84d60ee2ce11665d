package dev.mulligan.redact;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names whose values are secret, and values that are not secrets whatever they are called. */
final class SecretNames {

    /** How sure a name makes us: {@code SURE} hides any value, {@code LIKELY} one that looks random, {@code LINE} to the end of the line. */
    enum Weight {
        NONE,
        LIKELY,
        SURE,
        LINE
    }

    private static final List<String> SURE_ENDINGS = List.of(
            "apikey",
            "secret",
            "secretkey",
            "secretaccesskey",
            "accesskey",
            "accesskeyid",
            "privatekey",
            "signingkey",
            "encryptionkey",
            "masterkey",
            "accountkey",
            "password",
            "passwd",
            "pwd",
            "passphrase",
            "clientsecret",
            "connectionstring",
            "authtoken",
            "accesstoken",
            "refreshtoken",
            "sessiontoken",
            "bearertoken",
            "idtoken",
            "credential",
            "credentials");

    private static final Set<String> LINES =
            Set.of("cookie", "setcookie", "authorization", "proxyauthorization", "xapikey", "xgoogapikey");

    private static final Set<String> NO_SECRETS = Set.of(
            "null",
            "none",
            "nil",
            "true",
            "false",
            "undefined",
            "empty",
            "unset",
            "missing",
            "required",
            "invalid",
            "incorrect",
            "expired",
            "wrong",
            "not",
            "is",
            "must",
            "too",
            "and",
            "or",
            "the",
            "has",
            "was",
            "cannot",
            "should",
            "optional",
            "string",
            "str",
            "bearer",
            "basic",
            "redacted");

    private SecretNames() {}

    static Weight weigh(String name) {
        String plain = name.replace("_", "").replace("-", "").replace(".", "").toLowerCase(Locale.ROOT);
        if (LINES.contains(plain)) {
            return Weight.LINE;
        }
        for (String ending : SURE_ENDINGS) {
            if (plain.endsWith(ending)) {
                return Weight.SURE;
            }
        }
        boolean variable = name.equals(name.toUpperCase(Locale.ROOT)) && name.length() > 4;
        if (plain.endsWith("token")
                || plain.equals("sig")
                || (variable && (plain.endsWith("key") || plain.endsWith("auth")))) {
            return Weight.LIKELY;
        }
        return Weight.NONE;
    }

    static boolean isSecret(Weight weight, String value, boolean quotedOrEquals) {
        String plain = value.toLowerCase(Locale.ROOT);
        if (plain.isEmpty() || NO_SECRETS.contains(plain) || isPlaceholder(value)) {
            return false;
        }
        return switch (weight) {
            case NONE -> false;
            case LIKELY -> value.length() >= 8 && hasDigit(value) && !isNumber(value);
            case SURE -> quotedOrEquals || value.length() >= 8 || hasDigit(value);
            case LINE -> true;
        };
    }

    /**
     * Whether a bare value is an expression of a program rather than a secret: {@code config.secret},
     * {@code getPassword(}, or the name once more.
     */
    static boolean isCode(String name, String value) {
        int word = 0;
        boolean dotted = false;
        while (word < value.length() && (isLetter(value.charAt(word)) || value.charAt(word) == '.')) {
            dotted |= value.charAt(word) == '.';
            word++;
        }
        if (word == value.length()) {
            return dotted || name.toLowerCase(Locale.ROOT).endsWith(value.toLowerCase(Locale.ROOT));
        }
        return word >= 3 && (value.charAt(word) == '(' || value.charAt(word) == '[');
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    }

    private static boolean isPlaceholder(String value) {
        char first = value.charAt(0);
        return first == '$'
                || first == '<'
                || first == '{'
                || first == '%'
                || first == '*'
                || value.startsWith("[redacted");
    }

    private static boolean hasDigit(String value) {
        return value.chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isNumber(String value) {
        return value.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == ',');
    }
}
