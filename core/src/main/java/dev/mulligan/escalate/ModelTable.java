package dev.mulligan.escalate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads {@code id,provider,tier,current,window,input,output,cacheRead,cacheWrite,capabilities}, one model a line. */
final class ModelTable {

    private static final int COLUMNS = 10;

    private ModelTable() {}

    static List<Model> parse(String csv) {
        List<Model> models = new ArrayList<>();
        String[] lines = csv.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                models.add(row(line, i + 1));
            }
        }
        return models;
    }

    private static Model row(String line, int number) {
        String[] cells = line.split(",", -1);
        if (cells.length != COLUMNS) {
            throw new IllegalArgumentException(
                    "model table line " + number + ": needs " + COLUMNS + " columns, has " + cells.length);
        }
        try {
            return new Model(
                    cells[0].strip(),
                    cells[1].strip(),
                    Integer.parseInt(cells[2].strip()),
                    cells[3].strip().equals("current"),
                    Integer.parseInt(cells[4].strip()),
                    new Prices(price(cells[5]), price(cells[6]), price(cells[7]), price(cells[8])),
                    Set.of(cells[9].strip().split(" ")));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("model table line " + number + ": " + e.getMessage(), e);
        }
    }

    private static double price(String cell) {
        return Double.parseDouble(cell.strip());
    }
}
