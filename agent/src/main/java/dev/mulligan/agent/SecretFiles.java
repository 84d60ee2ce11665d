package dev.mulligan.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Files that keep secrets, by their names. */
final class SecretFiles {

    private static final Set<String> NAMES = Set.of(
            ".npmrc",
            ".pypirc",
            ".netrc",
            "_netrc",
            ".git-credentials",
            ".pgpass",
            ".my.cnf",
            ".htpasswd",
            ".dockercfg",
            ".vault-token",
            ".envrc",
            "kubeconfig",
            "credentials",
            "secrets",
            "auth.json");

    private static final List<String> BEGINNINGS = List.of(
            "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "service-account", "service_account", "serviceaccount");

    private static final List<String> ENDINGS = List.of(
            ".pem",
            ".key",
            ".p12",
            ".pfx",
            ".jks",
            ".keystore",
            ".kdbx",
            ".kdb",
            ".ppk",
            ".gpg",
            ".asc",
            ".ovpn",
            ".tfvars",
            ".tfvars.json",
            ".tfstate",
            ".tfstate.backup");

    /** Source files have such names, too: {@code Credentials.java}. */
    private static final List<String> DATA = List.of(
            ".json",
            ".yml",
            ".yaml",
            ".xml",
            ".ini",
            ".toml",
            ".csv",
            ".txt",
            ".properties",
            ".cfg",
            ".conf",
            ".enc",
            ".env");

    private static final List<String> SAMPLES = List.of("example", "sample", "template", "dist");

    private SecretFiles() {}

    static boolean isOne(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.equals(".env") || name.startsWith(".env.") || name.startsWith(".env-") || name.endsWith(".env")) {
            return SAMPLES.stream().noneMatch(name::endsWith);
        }
        boolean data = DATA.stream().anyMatch(name::endsWith);
        return NAMES.contains(name)
                || ENDINGS.stream().anyMatch(name::endsWith)
                || (BEGINNINGS.stream().anyMatch(name::startsWith) && (data || name.startsWith("id_")))
                || (data && (name.contains("credential") || name.startsWith("secret")));
    }
}
