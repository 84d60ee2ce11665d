package dev.mulligan.cli.support;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version the build wrote into the jar. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "mulligan " + number() + " (Java " + Runtime.version().feature() + ")"
        };
    }

    public static String number() throws IOException {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unknown");
        }
    }
}
