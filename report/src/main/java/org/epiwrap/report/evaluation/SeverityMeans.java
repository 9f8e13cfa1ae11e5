package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Table;

/**
 * Adds means over the severities of a shift to tables whose first column names datasets: after the rows of {@code blur:1} to
 * {@code blur:5} comes a row {@code blur:mean} for each score. A shift in one severity alone gets none.
 */
final class SeverityMeans {
    private static final Pattern SEVERITY = Pattern.compile("(.+):[1-9]");

    private SeverityMeans() {}

    static Table addedTo(Table table) {
        Map<String, List<List<Cell>>> families = new LinkedHashMap<>();
        for (List<Cell> row : table.rows()) {
            families.computeIfAbsent(family(row), name -> new ArrayList<>()).add(row);
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (List<Cell> row : table.rows()) {
            rows.add(row);
            List<List<Cell>> members = families.getOrDefault(family(row), List.of());
            boolean isLast = members.get(members.size() - 1) == row;
            if (isLast && members.stream().map(each -> each.get(0)).distinct().count() > 1) {
                rows.addAll(means(family(row), members));
            }
        }
        return new Table(table.name(), table.caption(), table.columns(), rows);
    }

    /** The dataset's name without a severity. */
    private static String family(List<Cell> row) {
        String dataset = ((Cell.Words) row.get(0)).text();
        Matcher matcher = SEVERITY.matcher(dataset);
        return matcher.matches() ? matcher.group(1) + ":mean" : dataset;
    }

    /** Rows with the same text, such as the name of a score, have one mean. */
    private static List<List<Cell>> means(String name, List<List<Cell>> members) {
        Map<List<Cell>, List<List<Cell>>> byText = new LinkedHashMap<>();
        for (List<Cell> row : members) {
            List<Cell> text = row.stream()
                    .skip(1)
                    .filter(cell -> cell instanceof Cell.Words)
                    .toList();
            byText.computeIfAbsent(text, unused -> new ArrayList<>()).add(row);
        }
        List<List<Cell>> means = new ArrayList<>();
        for (List<List<Cell>> alike : byText.values()) {
            List<Cell> mean = new ArrayList<>(List.of(Cell.of(name)));
            for (int column = 1; column < alike.get(0).size(); column++) {
                mean.add(mean(alike, column));
            }
            means.add(mean);
        }
        return means;
    }

    private static Cell mean(List<List<Cell>> rows, int column) {
        if (rows.get(0).get(column) instanceof Cell.Words words) {
            return words;
        }
        double sum = 0;
        for (List<Cell> row : rows) {
            if (!(row.get(column) instanceof Cell.Value value)) {
                return Cell.missing();
            }
            sum += value.value();
        }
        return Cell.of(sum / rows.size());
    }
}
