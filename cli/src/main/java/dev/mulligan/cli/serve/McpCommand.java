package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.Version;
import dev.mulligan.mcp.McpService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import picocli.CommandLine.Mixin;

/** {@code mulligan mcp}: what Mulligan knows, as tools for an agent. */
@picocli.CommandLine.Command(
        name = "mcp",
        description =
                "Serves classify_failure, lookup_fixes, recommend and record_outcome as MCP tools on stdin and stdout.",
        footer = {"", "For Claude Code:  claude mcp add mulligan -- mulligan mcp", "Ends when its input ends."})
public final class McpCommand extends Command {

    @Mixin
    StorePlace place = new StorePlace();

    @Override
    public Integer call() throws IOException {
        String runId = "mcp-" + Instant.now().toString().replaceAll("[^0-9TZ]", "") + "-"
                + Long.toHexString(ProcessHandle.current().pid());
        return place.with(environment(), store -> {
            place.importing(store, errors());
            try {
                McpService.serve(
                        Path.of("").toAbsolutePath(),
                        place.home,
                        store,
                        config().classifier(),
                        runId,
                        Version.number(),
                        System.in,
                        System.out);
                return ExitCode.OK;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return ExitCode.FAILED;
            }
        });
    }
}
