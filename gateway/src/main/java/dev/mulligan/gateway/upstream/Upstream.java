package dev.mulligan.gateway.upstream;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;

/** Where one provider is. */
public record Upstream(String name, String host, int port, boolean tls, String basePath, String authority) {

    public static Upstream of(String name, URI uri) {
        boolean tls = "https".equals(uri.getScheme());
        int port = uri.getPort() > 0 ? uri.getPort() : tls ? 443 : 80;
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String authority = uri.getPort() > 0 ? uri.getHost() + ":" + port : uri.getHost();
        return new Upstream(name, uri.getHost(), port, tls, base, authority);
    }

    /** An address that names its version, such as {@code https://host/api/v4}, takes the place of the client's {@code /v1}. */
    private String path(String uri) {
        int slash = basePath.lastIndexOf('/');
        boolean versioned = slash >= 0
                && basePath.length() > slash + 2
                && basePath.charAt(slash + 1) == 'v'
                && Character.isDigit(basePath.charAt(slash + 2));
        return versioned && uri.startsWith("/v1/") ? basePath + uri.substring(3) : basePath + uri;
    }

    public RequestOptions request(HttpMethod method, String uri, Duration connectTimeout) {
        return new RequestOptions()
                .setMethod(method)
                .setHost(host)
                .setPort(port)
                .setSsl(tls)
                .setURI(path(uri))
                .setConnectTimeout(connectTimeout.toMillis());
    }
}
