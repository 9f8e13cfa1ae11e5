package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.ScoreCheck;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;

/** Collects predictions one by one and shows the first {@value #MAX_SHOWN} as a page: examples with bars, and a table. */
public final class PredictionReport {
    private static final int MAX_SHOWN = 50;

    private final List<Figure> figures = new ArrayList<>();
    private final Set<Score> scores = new TreeSet<>();
    private final List<List<Cell>> rows = new ArrayList<>();
    private String noun = "example";
    private boolean explained;
    private long count;
    private long abstained;

    /** Adds an example of a dataset; it is shown if it is among the first. */
    public void add(String name, Dataset data, int example, Prediction prediction) {
        add(name, data, example, prediction, Optional.empty());
    }

    /** Adds an example of a dataset with why it is unfamiliar, if that is known; it is shown if it is among the first. */
    public void add(String name, Dataset data, int example, Prediction prediction, Optional<Explanation> why) {
        noun = ExampleView.noun(data.type());
        add(name, () -> ExampleView.of(data, example, why), prediction, List.of(), why);
    }

    /**
     * Adds a row of a table, with why it is unfamiliar if that is known; it is shown if it is among the first.
     *
     * @param cells those that the model reads, by their columns
     * @param remarks what is unlike all training rows in it, which is shown where it is not explained
     */
    public void addRow(
            String name,
            Map<String, String> cells,
            Prediction prediction,
            List<String> remarks,
            Optional<Explanation> why) {
        noun = "row";
        add(name, () -> ExampleView.ofRow(cells, why), prediction, remarks, why);
    }

    private void add(
            String name,
            Supplier<ExampleView> view,
            Prediction prediction,
            List<String> remarks,
            Optional<Explanation> why) {
        count++;
        abstained += prediction.abstains() ? 1 : 0;
        if (count > MAX_SHOWN) {
            return;
        }
        explained |= why.isPresent();
        String cause = why.map(prediction::cause).orElse(String.join("; ", remarks));
        figures.add(Figure.of(name, PredictionPlot.of(view.get(), prediction))
                .captioned(cause)
                .described(name + ": " + why.map(prediction::describe).orElseGet(prediction::describe)));
        int label = prediction.label();
        Cell missing = Cell.missing();
        prediction.scoreCheck().ifPresent(check -> scores.add(check.score()));
        rows.add(List.of(
                Cell.of(name),
                Cell.of(prediction.labelName()),
                Cell.of(prediction.confidence()),
                prediction.intervals().map(all -> Cell.of(all.lower(label))).orElse(missing),
                prediction.intervals().map(all -> Cell.of(all.upper(label))).orElse(missing),
                prediction.set().map(set -> Cell.of(set.size())).orElse(missing),
                prediction.possible().map(set -> Cell.of(set.size())).orElse(missing),
                prediction
                        .scoreCheck()
                        .map(check -> Cell.of(check.score().symbol()))
                        .orElse(missing),
                prediction.scoreCheck().map(ScoreCheck::value).map(Cell::of).orElse(missing),
                prediction
                        .scoreCheck()
                        .map(ScoreCheck::threshold)
                        .filter(Double::isFinite)
                        .map(Cell::of)
                        .orElse(missing),
                prediction.scoreCheck().map(check -> Cell.of(check.pValue())).orElse(missing),
                Cell.of(prediction.abstains() ? "no" : "yes"),
                prediction.reason().map(reason -> Cell.of(reason.id())).orElse(missing),
                cause.isEmpty() ? missing : Cell.of(cause)));
    }

    /** Returns the table, without columns that no prediction has, such as those of promises if there are none. */
    private Table table() {
        List<Column> columns = List.of(
                Column.text(noun),
                Column.text("class"),
                Column.number("probability", 3),
                Column.number("lower", 3),
                Column.number("upper", 3),
                Column.number("set size", 0),
                Column.number("possible", 0),
                Column.text("score"),
                Column.number("value", 3),
                Column.number("threshold", 3),
                Column.number("p", 4),
                Column.text("decided"),
                Column.text("reason"),
                Column.text("why"));
        int[] shown = IntStream.range(0, columns.size())
                .filter(c -> rows.stream().anyMatch(row -> !row.get(c).equals(Cell.missing())))
                .toArray();
        return new Table(
                "predictions",
                "Predictions",
                Arrays.stream(shown).mapToObj(columns::get).toList(),
                rows.stream()
                        .map(row -> Arrays.stream(shown).mapToObj(row::get).toList())
                        .toList());
    }

    public Report report(String title, Run run) {
        Report report = Report.of(title, run)
                .withSummary(count + " " + noun + (count == 1 ? ", " : "s, ") + (count - abstained) + " decided, "
                        + abstained + " abstained.");
        if (count > MAX_SHOWN) {
            report = report.withSummary("The first " + MAX_SHOWN + " are shown.");
        }
        String heading = noun.substring(0, 1).toUpperCase(Locale.ROOT) + noun.substring(1) + "s";
        Section examples = Section.of(heading).withText(EvaluationReport.BARS);
        if (explained) {
            examples = examples.withText(
                    noun.equals("row")
                            ? "Of a row that is not decided, the columns that make it most unlike training rows come"
                                    + " first, in bold what no training row had."
                            : "Of an image that is not decided, the more a patch is shaded, the more of the distance to"
                                    + " training images comes from it.");
        }
        if (!scores.isEmpty()) {
            examples = examples.with(ScoreLegend.of(scores));
        }
        return report.with(examples.with(figures)).with(Section.of("Table").with(table()));
    }
}
