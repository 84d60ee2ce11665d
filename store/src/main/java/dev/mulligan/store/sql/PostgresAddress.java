package dev.mulligan.store.sql;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** {@code postgres://user:password@host:port/database} taken apart: the driver wants user and password beside the address. */
record PostgresAddress(String jdbcUrl, Optional<String> user, Optional<String> password) {

    static PostgresAddress parse(String address) {
        if (address.startsWith("jdbc:")) {
            return new PostgresAddress(address, Optional.empty(), Optional.empty());
        }
        try {
            URI uri = new URI(address);
            if (uri.getHost() == null) {
                throw new IllegalArgumentException("no host in it");
            }
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            String info = Optional.ofNullable(uri.getRawUserInfo()).orElse("");
            int colon = info.indexOf(':');
            String user = colon < 0 ? info : info.substring(0, colon);
            return new PostgresAddress(
                    "jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query,
                    user.isEmpty() ? Optional.empty() : Optional.of(decode(user)),
                    colon < 0 ? Optional.empty() : Optional.of(decode(info.substring(colon + 1))));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new StoreException(
                    "the store's address is not one of PostgreSQL",
                    "Write it as postgres://user:password@host:5432/database.",
                    e);
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
