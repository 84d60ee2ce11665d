package dev.mulligan.cli.setup;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.Version;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code mulligan upgrade --check}: is there a newer version? Nothing asks this by itself. */
@picocli.CommandLine.Command(
        name = "upgrade",
        description = {
            "Asks whether there is a newer version, when you say so.",
            "Mulligan never asks by itself, sends nothing about you, and does not replace itself."
        },
        footer = {
            "",
            "The address answers with a version, or with JSON that has version or tag_name (GitHub's latest release).",
            "",
            "Exit codes: 0 this is the newest, 1 there is a newer one, 2 wrong usage, 75 it could not be found out."
        })
public final class UpgradeCommand extends Command {

    private static final String VARIABLE = "MULLIGAN_RELEASES";

    @Option(names = "--check", required = true, description = "Ask now.")
    boolean check;

    @Option(
            names = "--from",
            paramLabel = "URL",
            description = "Who to ask; else what " + VARIABLE + " holds. There is no other default.")
    @Nullable
    String from;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() throws IOException {
        URI address = address();
        String installed = Version.number();
        Optional<ReleaseNumber> own = ReleaseNumber.of(installed);
        try {
            ReleaseNumber latest = LatestRelease.ask(address);
            boolean newer = own.filter(number -> latest.compareTo(number) <= 0).isEmpty();
            tell(installed, latest, newer, address);
            return newer ? ExitCode.FAILED : ExitCode.OK;
        } catch (LatestRelease.Unknown e) {
            if (json) {
                screen().line(Json.write(Json.object(
                        "state",
                        "unknown",
                        "installed",
                        installed,
                        "address",
                        address.toString(),
                        "why",
                        e.getMessage())));
            } else {
                errors().line("mulligan: " + address + " could not be asked: " + e.getMessage() + ". This is version "
                        + installed + ".");
            }
            return ExitCode.TRY_LATER;
        }
    }

    private void tell(String installed, ReleaseNumber latest, boolean newer, URI address) {
        Screen screen = screen();
        if (json) {
            screen.line(Json.write(Json.object(
                    "state",
                    newer ? "newer" : "current",
                    "installed",
                    installed,
                    "latest",
                    latest.text(),
                    "address",
                    address.toString())));
        } else if (newer) {
            screen.line("Version " + latest + " is there; this is " + installed + ".");
            screen.line(
                    "To upgrade: unpack the new archive beside the old one and change the link, or pull and build a clone.");
        } else {
            screen.line("This is the newest version, " + installed + ".");
        }
    }

    private URI address() {
        String text = Optional.ofNullable(from)
                .or(() -> Optional.ofNullable(environment().get(VARIABLE)))
                .filter(given -> !given.isBlank())
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "nobody is asked unless you say who: add --from URL, or set " + VARIABLE));
        try {
            URI address = new URI(text.strip());
            String scheme = String.valueOf(address.getScheme());
            if ((scheme.equals("https") || scheme.equals("http")) && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // Said below, with everything else that is no address.
        }
        throw new ParameterException(
                spec.commandLine(), "'" + text + "' is no address such as https://example.com/latest");
    }
}
