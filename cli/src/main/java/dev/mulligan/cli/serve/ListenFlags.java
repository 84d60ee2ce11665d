package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.UserError;
import java.net.InetAddress;
import java.net.UnknownHostException;
import picocli.CommandLine.Option;

/** Where a server listens. */
final class ListenFlags {

    @Option(names = "--port", paramLabel = "N", description = "Listen here; 0 takes a free port. Default: 7171.")
    int port = 7171;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Listen on this address. Default: 127.0.0.1.")
    String bind = "127.0.0.1";

    boolean isLoopback() {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UserError("--bind: '" + bind + "' is not an address of this machine", "Try 127.0.0.1.");
        }
    }

    /** The address as clients write it. */
    String url(boolean tls, int actualPort) {
        String host = bind.contains(":") ? "[" + bind + "]" : bind;
        return (tls ? "https://" : "http://") + host + ":" + actualPort;
    }
}
