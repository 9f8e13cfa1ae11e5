package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.epiwrap.data.Dataset;
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
import org.epiwrap.report.svg.Picture;

/** Collects predictions one by one and shows the first {@value #MAX_SHOWN} as a page: images with bars, and a table. */
public final class PredictionReport {
    private static final int MAX_SHOWN = 50;

    private final List<Figure> figures = new ArrayList<>();
    private final Set<Score> scores = new TreeSet<>();
    private Table table = Table.of(
            "predictions",
            "Predictions",
            Column.text("image"),
            Column.text("class"),
            Column.number("probability", 3),
            Column.number("lower", 3),
            Column.number("upper", 3),
            Column.number("set size", 0),
            Column.text("score"),
            Column.number("value", 3),
            Column.number("threshold", 3),
            Column.text("decided"),
            Column.text("reason"));

    private long count;
    private long abstained;

    /** Adds an image of a dataset; it is shown if it is among the first. */
    public void add(String name, Dataset images, int image, Prediction prediction) {
        count++;
        abstained += prediction.abstains() ? 1 : 0;
        if (count > MAX_SHOWN) {
            return;
        }
        figures.add(Figure.of(name, PredictionPlot.of(Picture.of(images, image), prediction))
                .described(name + ": " + prediction.describe()));
        int label = prediction.label();
        Cell missing = Cell.missing();
        prediction.scoreCheck().ifPresent(check -> scores.add(check.score()));
        table = table.row(
                Cell.of(name),
                Cell.of(prediction.labelName()),
                Cell.of(prediction.confidence()),
                prediction.intervals().map(all -> Cell.of(all.lower(label))).orElse(missing),
                prediction.intervals().map(all -> Cell.of(all.upper(label))).orElse(missing),
                prediction.set().map(set -> Cell.of(set.size())).orElse(missing),
                prediction
                        .scoreCheck()
                        .map(check -> Cell.of(check.score().symbol()))
                        .orElse(missing),
                prediction.scoreCheck().map(ScoreCheck::value).map(Cell::of).orElse(missing),
                prediction.scoreCheck().map(ScoreCheck::threshold).map(Cell::of).orElse(missing),
                Cell.of(prediction.abstains() ? "no" : "yes"),
                prediction.reason().map(why -> Cell.of(why.id())).orElse(missing));
    }

    public Report report(String title, Run run) {
        Report report = Report.of(title, run)
                .withSummary(count + (count == 1 ? " image, " : " images, ") + (count - abstained) + " decided, "
                        + abstained + " abstained.");
        if (count > MAX_SHOWN) {
            report = report.withSummary("The first " + MAX_SHOWN + " are shown.");
        }
        Section pictures = Section.of("Images").withText(EvaluationReport.BARS);
        if (!scores.isEmpty()) {
            pictures = pictures.with(ScoreLegend.of(scores));
        }
        return report.with(pictures.with(figures)).with(Section.of("Table").with(table));
    }
}
