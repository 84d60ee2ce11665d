package dev.mulligan.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of docs/gateway.md. Each run of a client leaves its results beside the tests; the table is made from what all
 * of them have left.
 */
final class ClientTable {

    private static final String BEGIN = "<!-- clients: written by RealClientsTest -->";
    private static final String END = "<!-- /clients -->";
    private static final String VERSION = "version\t\t";

    private ClientTable() {}

    private static Path root() {
        return Path.of(System.getProperty("mulligan.root", ".."));
    }

    private static Path results(RealClient client) {
        return root().resolve("gateway/src/test/clients").resolve(client.name() + ".tsv");
    }

    /** {@code rows}: fault, way, outcome. */
    static synchronized void write(RealClient client, String version, List<List<String>> rows) throws IOException {
        Path file = results(client);
        Files.createDirectories(file.getParent());
        List<String> lines = new ArrayList<>(List.of(VERSION + version));
        rows.forEach(row -> lines.add(String.join("\t", row)));
        Files.write(file, lines);
        Path manual = root().resolve("docs/gateway.md");
        String text = Files.readString(manual);
        int from = text.indexOf(BEGIN);
        int to = text.indexOf(END);
        if (from < 0 || to < from) {
            throw new IllegalStateException(manual + " has no place for the table: " + BEGIN);
        }
        Files.writeString(
                manual, text.substring(0, from + BEGIN.length()) + "\n\n" + table() + "\n" + text.substring(to));
    }

    private static String table() throws IOException {
        Map<String, Map<String, String>> cells = new LinkedHashMap<>();
        Map<RealClient, String> clients = new LinkedHashMap<>();
        for (RealClient client : RealClient.values()) {
            if (!Files.exists(results(client))) {
                continue;
            }
            List<String> lines = Files.readAllLines(results(client));
            clients.put(client, client.label() + " " + lines.getFirst().substring(VERSION.length()));
            for (String line : lines.subList(1, lines.size())) {
                String[] row = line.split("\t", -1);
                String way = row[1].equals("direct") ? "alone" : "through";
                cells.computeIfAbsent(
                                row[0].replace("fault: ", "").replace("status, code: ", ""), f -> new LinkedHashMap<>())
                        .put(client + way, row[2]);
            }
        }
        StringBuilder out = new StringBuilder("| fault |");
        clients.values().forEach(name -> out.append(" ").append(name).append(" alone | through |"));
        out.append("\n|---|").append("---|".repeat(clients.size() * 2)).append("\n");
        cells.forEach((fault, row) -> {
            out.append("| ").append(fault).append(" |");
            for (RealClient client : clients.keySet()) {
                out.append(" ").append(row.getOrDefault(client + "alone", "")).append(" |");
                out.append(" ").append(row.getOrDefault(client + "through", "")).append(" |");
            }
            out.append("\n");
        });
        return out.toString();
    }
}
