package dev.mulligan.cli.client;

import dev.mulligan.cli.support.UserError;
import java.net.URI;

/** An address that somebody gives as {@code --gateway}. */
final class GatewayAddress {

    private GatewayAddress() {}

    /** Without the slash at its end, since paths are added to it. */
    static String of(String text) {
        try {
            URI address = URI.create(text.strip());
            boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (web && address.getHost() != null && address.getRawQuery() == null && address.getRawFragment() == null) {
                return text.strip().replaceFirst("/+$", "");
            }
        } catch (IllegalArgumentException e) {
            // Told below.
        }
        throw new UserError(
                "--gateway: '" + text + "' is not an address",
                "Write it as http://127.0.0.1:7171, as mulligan serve prints it.");
    }
}
