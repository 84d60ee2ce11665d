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

    private ClientTable() {}

    private static Path root() {
        return Path.of(System.getProperty("mulligan.root", ".."));
    }

    private static Path results(RealClient client) {
        return root().resolve("gateway/src/test/clients").resolve(client.name() + ".tsv");
    }

    /** {@code rows}: fault, way, outcome. */
    static void write(RealClient client, List<List<String>> rows) throws IOException {
        Path file = results(client);
        Files.createDirectories(file.getParent());
        Files.write(file, rows.stream().map(row -> String.join("\t", row)).toList());
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
        List<RealClient> clients = new ArrayList<>();
        for (RealClient client : RealClient.values()) {
            if (!Files.exists(results(client))) {
                continue;
            }
            clients.add(client);
            for (String line : Files.readAllLines(results(client))) {
                String[] row = line.split("\t", -1);
                String way = row[1].equals("direct") ? "alone" : "through";
                cells.computeIfAbsent(
                                row[0].replace("fault: ", "").replace("status, code: ", ""), f -> new LinkedHashMap<>())
                        .put(client + way, row[2]);
            }
        }
        StringBuilder out = new StringBuilder("| fault |");
        clients.forEach(client -> out.append(" ").append(client.label()).append(" alone | through |"));
        out.append("\n|---|").append("---|".repeat(clients.size() * 2)).append("\n");
        cells.forEach((fault, row) -> {
            out.append("| ").append(fault).append(" |");
            for (RealClient client : clients) {
                out.append(" ").append(row.getOrDefault(client + "alone", "")).append(" |");
                out.append(" ").append(row.getOrDefault(client + "through", "")).append(" |");
            }
            out.append("\n");
        });
        return out.toString();
    }
}
