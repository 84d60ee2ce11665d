package dev.mulligan.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Turns JMH's lines into one table with ratios to the hand-written loop. */
public final class Table {

    private static final String[] PEERS = {"HandLoop", "Mulligan", "Resilience4j", "Spring", "Failsafe"};

    private Table() {}

    public static void main(String[] args) throws IOException {
        Map<String, Double> nanos = new LinkedHashMap<>();
        Map<String, Double> bytes = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] cells = line.strip().split("\\s+");
            boolean isResult = cells.length >= 5 && cells[1].equals("avgt");
            if (isResult && line.endsWith("ns/op")) {
                nanos.put(name(cells[0]), number(cells[3]));
            } else if (isResult && cells[0].endsWith("gc.alloc.rate.norm")) {
                bytes.put(name(cells[0].substring(0, cells[0].indexOf(':'))), number(cells[3]));
            }
        }
        row("path", "library", "ns", "× hand loop", "B/op");
        for (String path : new String[] {"success", "failsTwice"}) {
            double hand = nanos.getOrDefault(path + "HandLoop", Double.NaN);
            for (String peer : PEERS) {
                double value = nanos.getOrDefault(path + peer, Double.NaN);
                row(
                        path,
                        peer,
                        format(value),
                        format(value / hand),
                        format(bytes.getOrDefault(path + peer, Double.NaN)));
            }
        }
        double classify = nanos.getOrDefault("classify", Double.NaN);
        System.out.printf(
                Locale.ROOT,
                "classifier: %.0f ns each, %,.0f a second on one core, %.0f B each%n",
                classify,
                1e9 / classify,
                bytes.getOrDefault("classify", Double.NaN));
    }

    private static String name(String benchmark) {
        return benchmark.substring(benchmark.indexOf('.') + 1);
    }

    private static double number(String text) {
        return text.startsWith("≈") ? 0 : Double.parseDouble(text);
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static void row(String path, String library, String nanos, String ratio, String bytes) {
        System.out.printf("%-12s %-14s %10s %12s %8s%n", path, library, nanos, ratio, bytes);
    }
}
