package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** A table of accuracies: the paper's, ours with its choices, and ours with sound ones. */
final class AccuracyStudy {
    private final String name;
    private final String caption;
    private final String placeHeader;
    private final List<AccuracyRow> rows;

    AccuracyStudy(String name, String caption, String placeHeader, List<AccuracyRow> rows) {
        this.name = name;
        this.caption = caption;
        this.placeHeader = placeHeader;
        this.rows = rows;
    }

    List<AccuracyRow> rows() {
        return rows;
    }

    /** One for each network and preset, the largest first. */
    List<Task> tasks(Lab lab) {
        List<Task> tasks = new ArrayList<>();
        Set<Setting> settings = new LinkedHashSet<>();
        for (int i = rows.size() - 1; i >= 0; i--) {
            for (Preset preset : Preset.values()) {
                settings.add(Setting.of(preset, rows.get(i).data(), rows.get(i).net()));
            }
        }
        settings.forEach(setting -> tasks.add(new Task(
                name + "-" + setting.fileName(),
                Accuracies.networks(setting),
                Integer.MAX_VALUE,
                () -> measure(lab, setting))));
        return tasks;
    }

    private void measure(Lab lab, Setting setting) throws IOException {
        List<AccuracyRow> own = rows.stream()
                .filter(row ->
                        Setting.of(setting.preset(), row.data(), row.net()).equals(setting))
                .toList();
        Accuracies accuracies = new Accuracies(lab, setting);
        if (own.stream().anyMatch(row -> row.kind() == AccuracyRow.Kind.BAYESIAN)) {
            accuracies.ofBayesian();
        }
        accuracies.before(own.stream().flatMap(row -> row.choice().stream()).toList());
        accuracies.after(own.stream()
                .filter(AccuracyRow::tuned)
                .flatMap(row -> row.choice().stream())
                .toList());
    }

    /** One for each network, since only what the same network reaches can be the best. */
    List<Table> tables(Lab lab) {
        Map<String, List<AccuracyRow>> byNet =
                rows.stream().collect(Collectors.groupingBy(AccuracyRow::net, LinkedHashMap::new, Collectors.toList()));
        return byNet.entrySet().stream()
                .map(entry -> byNet.size() == 1
                        ? table(lab, name, caption, entry.getValue())
                        : table(
                                lab,
                                name + "-" + entry.getKey().replace(':', '-'),
                                caption + ", " + entry.getKey(),
                                entry.getValue()))
                .toList();
    }

    private Table table(Lab lab, String file, String title, List<AccuracyRow> own) {
        Table table = Table.of(
                file,
                title + "; radii as they come (k = 1)",
                Column.text(placeHeader),
                Column.text("network"),
                Column.percent("before: the paper", 2).higherIsBetter(),
                Column.percent("before: ours, paper", 2).higherIsBetter(),
                Column.percent("before: ours, sound", 2).higherIsBetter(),
                Column.percent("after: the paper", 2).higherIsBetter(),
                Column.percent("after: ours, paper", 2).higherIsBetter(),
                Column.percent("after: ours, sound", 2).higherIsBetter());
        for (AccuracyRow row : own) {
            table = table.row(
                    Cell.of(row.place()),
                    Cell.of(row.network()),
                    printed(row.paperBefore()),
                    measured(lab, row, Preset.PAPER, false),
                    measured(lab, row, Preset.SOUND, false),
                    printed(row.paperAfter()),
                    measured(lab, row, Preset.PAPER, true),
                    measured(lab, row, Preset.SOUND, true));
        }
        return table;
    }

    private static Cell printed(OptionalDouble paper) {
        return paper.isPresent() ? Cell.of(paper.getAsDouble()) : Cell.missing();
    }

    private static Cell measured(Lab lab, AccuracyRow row, Preset preset, boolean after) {
        Map<String, String> key = lab.key(Accuracies.STUDY, Setting.of(preset, row.data(), row.net()));
        Optional<Measurement> found = switch (row.kind()) {
            case BAYESIAN -> after ? lab.measurements().newest(Accuracies.bayesian(key)) : Optional.empty();
            case BASELINE -> lab.measurements().newest(Accuracies.staged(Accuracies.baseline(key), after));
            case WRAPPED ->
                lab.measurements()
                        .newest(Accuracies.staged(row.choice().orElseThrow().in(key), after));
        };
        // The paper predicts by one random pass.
        String value =
                row.kind() != AccuracyRow.Kind.BAYESIAN ? "accuracy" : preset == Preset.PAPER ? "one-pass" : "average";
        return found.map(measurement -> Cell.of(measurement.spread(value))).orElseGet(Cell::missing);
    }
}
