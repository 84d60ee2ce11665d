package dev.mulligan.cli.run;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.gateway.access.WebChecks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** {@code /metrics} of a program that has no gateway to show it. */
final class MetricsPage implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads;

    private MetricsPage(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /** {@code text} is asked for each time somebody looks. */
    static MetricsPage open(String bind, int port, Supplier<String> text) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(bind), port), 16);
            ExecutorService threads = Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("mulligan-metrics").factory());
            server.setExecutor(threads);
            server.createContext("/metrics", exchange -> {
                if (!isForUs(exchange.getRequestHeaders())) {
                    exchange.sendResponseHeaders(403, -1);
                    exchange.close();
                    return;
                }
                byte[] page = text.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("content-type", "text/plain; version=0.0.4; charset=utf-8");
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
                exchange.close();
            });
            server.start();
            return new MetricsPage(server, threads);
        } catch (IOException e) {
            throw new UserError(
                    "--metrics-port " + port + ": cannot listen on " + bind + ": " + e.getMessage(),
                    "Choose another port.");
        }
    }

    /** Not for pages of other sites, nor for names that point here. */
    private static boolean isForUs(Headers headers) {
        String host = headers.getFirst("host");
        return WebChecks.isOwnName(host, Set.of())
                && WebChecks.isOwnPage(headers.getFirst("origin"), headers.getFirst("sec-fetch-site"), host);
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
