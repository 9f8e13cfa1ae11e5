package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.epiwrap.intervalnet.SetRule;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link OodStudy} as tables. */
final class OodTables {
    private static final String SCORE = "score";
    private static final String SHIFT = "shift";
    private static final String AUROC = "auroc";

    private final Lab lab;
    private final List<Setting> settings;
    private final List<Measurement> detections = new ArrayList<>();
    private final Set<String> scores = new LinkedHashSet<>();
    /** Those of pairs that every score has been measured for: only they can be compared. */
    private final List<Measurement> compared;

    OodTables(Lab lab, List<Setting> settings) {
        this.lab = lab;
        this.settings = settings;
        for (Setting setting : settings) {
            Map<String, String> key = OodStudy.key(lab, setting);
            for (Measurement measurement : lab.measurements().all()) {
                if (measurement
                        .key()
                        .entrySet()
                        .containsAll(Key.and(key, "part", "detection").entrySet())) {
                    detections.add(measurement);
                    scores.add(of(measurement, SCORE));
                }
            }
        }
        compared = detections.stream()
                .filter(one -> detections.stream()
                                .filter(other -> pair(other).equals(pair(one)))
                                .count()
                        == scores.size())
                .toList();
    }

    /** Of a network and a kind of images: its key without the score. */
    private static Map<String, String> pair(Measurement measurement) {
        Map<String, String> pair = new TreeMap<>(measurement.key());
        pair.remove(SCORE);
        return pair;
    }

    List<Table> all() {
        return List.of(summary(), detections(), accuracies(), rejection(), sets());
    }

    private static String of(Measurement measurement, String name) {
        return Objects.requireNonNull(measurement.key().get(name));
    }

    /** Each score over all networks and shifts. */
    Table summary() {
        Table table = Table.of(
                "ood-summary",
                caption(),
                Column.text(SCORE),
                Column.number("mean AUROC", 3).higherIsBetter(),
                Column.number("worst AUROC", 3).higherIsBetter(),
                Column.number("mean AUPRC at prevalence 0.5", 3).higherIsBetter(),
                Column.number("mean FPR at 95 %", 3).lowerIsBetter());
        for (String score : scores) {
            List<Measurement> own = compared.stream()
                    .filter(measurement -> of(measurement, SCORE).equals(score))
                    .toList();
            if (own.isEmpty()) {
                continue;
            }
            table = table.row(
                    Cell.of(score),
                    Cell.of(mean(own, AUROC)),
                    Cell.of(own.stream()
                            .mapToDouble(
                                    measurement -> measurement.spread(AUROC).mean())
                            .min()
                            .orElseThrow()),
                    Cell.of(mean(own, "auprc")),
                    Cell.of(mean(own, "fpr95")));
        }
        return table;
    }

    private String caption() {
        long cells = scores.isEmpty() ? 0 : compared.size() / scores.size();
        boolean cifar = detections.stream().anyMatch(one -> of(one, SHIFT).equals(StrangeImages.CIFAR));
        return "How well scores find images from elsewhere, with the choices of sound, over " + cells
                + " pairs of a network and a kind of images, " + lab.described() + convolutions()
                + (cifar ? "" : "; without CIFAR-10, which was not there")
                + ". Ensembles of neighbouring runs share " + (Lab.MEMBERS - 1) + " of " + Lab.MEMBERS
                + " members, and those of an MLP see the images in one order.";
    }

    private String convolutions() {
        return String.format(
                Locale.ROOT,
                " (networks with convolutions: %d run, at most %,d images of each kind)",
                OodStudy.MOST_RUNS_OF_LARGE,
                Math.min(OodStudy.MOST_IMAGES_OF_LARGE, lab.effort().testImages()));
    }

    /** Every pair counts the same, however many its runs. */
    private static double mean(List<Measurement> measurements, String name) {
        return measurements.stream()
                .mapToDouble(measurement -> measurement.spread(name).mean())
                .average()
                .orElseThrow();
    }

    /** One row a network and shift, one column a score. */
    Table detections() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network"), Column.text("images from elsewhere")));
        scores.forEach(score -> columns.add(Column.number(score, 3)));
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings) {
            Map<String, String> key = OodStudy.key(lab, setting);
            List<Measurement> own = detections.stream()
                    .filter(measurement -> measurement.key().entrySet().containsAll(key.entrySet()))
                    .toList();
            Set<String> shifts = new LinkedHashSet<>();
            own.forEach(measurement -> shifts.add(of(measurement, SHIFT)));
            for (String shift : shifts) {
                List<Cell> row = new ArrayList<>(List.of(Cell.of(named(setting)), Cell.of(shift)));
                for (String score : scores) {
                    row.add(own.stream()
                            .filter(measurement -> of(measurement, SHIFT).equals(shift)
                                    && of(measurement, SCORE).equals(score))
                            .findFirst()
                            .map(measurement -> Cell.of(measurement.spread(AUROC)))
                            .orElseGet(Cell::missing));
                }
                rows.add(row);
            }
        }
        return new Table("ood-auroc", "AUROC of each score, " + lab.described() + convolutions(), columns, rows);
    }

    private static String named(Setting setting) {
        return setting.net() + " on " + setting.data();
    }

    /** Of the networks that were compared. */
    Table accuracies() {
        Table table = Table.of(
                "ood-accuracy",
                "Accuracy on the networks' own test images, " + lab.described() + convolutions(),
                Column.text("network"),
                Column.percent("average of draws", 2),
                Column.percent("mean network", 2),
                Column.percent("wrapped, radii calibrated", 2),
                Column.percent("wrapped, radii as they are", 2),
                Column.percent("ensemble of " + Lab.MEMBERS, 2));
        for (Setting setting : settings) {
            Optional<Measurement> found =
                    lab.measurements().newest(Key.and(OodStudy.key(lab, setting), "part", "accuracy"));
            if (found.isPresent()) {
                List<Cell> row = new ArrayList<>(List.of(Cell.of(named(setting))));
                for (String name : List.of("average", "mean", "wrapped", "wrapped-unscaled", "ensemble")) {
                    row.add(Cell.of(found.get().spread(name)));
                }
                table = table.row(row.toArray(Cell[]::new));
            }
        }
        return table;
    }

    /** The area under the curve of accuracy over rejection, a column each score. */
    Table rejection() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network")));
        scores.forEach(score -> columns.add(Column.number(score, 4)));
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(named(setting))));
            for (String score : scores) {
                row.add(lab.measurements()
                        .newest(Key.and(OodStudy.key(lab, setting), "part", "rejection", SCORE, score))
                        .map(measurement -> Cell.of(measurement.spread("area")))
                        .orElseGet(Cell::missing));
            }
            rows.add(row);
        }
        return new Table(
                "rejection",
                "Area under accuracy over rejection: errors of the wrapped network, the most uncertain discarded first",
                columns,
                rows);
    }

    /** Of random sets of 20 draws. */
    Table sets() {
        Table table = Table.of(
                "ood-sets",
                "Predictive random sets of 20 draws on " + OodStudy.setImages(lab)
                        + " test images, spread over all: how often decisions by them are right, the mass of"
                        + " sets with the true class, their mean size, and the mass of the set of all classes",
                Column.text("network"),
                Column.text("classes stay by"),
                Column.text("radii"),
                Column.percent("decided", 2),
                Column.percent("decided by the pignistic alone", 2),
                Column.percent("truth covered", 2),
                Column.number("mean size", 2),
                Column.percent("vacuous", 2));
        for (Setting setting : settings) {
            for (SetRule rule : SetRule.values()) {
                for (boolean calibrated : new boolean[] {true, false}) {
                    Map<String, String> place = OodStudy.setsPlace(OodStudy.key(lab, setting), rule, calibrated);
                    Optional<Measurement> found = lab.measurements().newest(place);
                    if (found.isPresent()) {
                        table = table.row(
                                Cell.of(named(setting)),
                                Cell.of(Key.name(rule)),
                                Cell.of(calibrated ? "calibrated" : "as they come"),
                                Cell.of(found.get().spread("decided")),
                                Cell.of(found.get().spread("pignistic")),
                                Cell.of(found.get().spread("coverage")),
                                Cell.of(found.get().spread("size")),
                                Cell.of(found.get().spread("vacuous")));
                    }
                }
            }
        }
        return table;
    }
}
