package org.epiwrap.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.data.ImageShape;
import org.epiwrap.model.StoredModel;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.IntervalBars;
import org.epiwrap.report.Picture;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.Verdict;

/** The first predictions of many as a page: the images with their intervals, and a table. */
final class PredictionReport {
    private static final int MOST = 50;

    private final Run run;
    private final ImageShape shape;
    private final List<Figure> figures = new ArrayList<>();
    private Table table = Table.of(
            "predictions",
            "What was said of each image",
            Column.text("image"),
            Column.text("class"),
            Column.number("probability", 3),
            Column.number("lower", 3),
            Column.number("upper", 3),
            Column.number("classes not ruled out", 0),
            Column.text("decided"));

    private long images;
    private long unknown;

    PredictionReport(String command, Path file, StoredModel model, ImageShape shape) {
        this.shape = shape;
        this.run = RunOptions.run(command, file, model);
    }

    /** Takes notice of an image; shows it if it is among the first. */
    void add(String name, byte[] pixels, Answer answer) {
        images++;
        unknown += answer.abstains() ? 1 : 0;
        if (images > MOST) {
            return;
        }
        int label = answer.label();
        figures.add(Figure.of(
                        name,
                        IntervalBars.of(
                                answer.abstains() ? Verdict.ABSTAINED : Verdict.DECIDED,
                                Picture.of(pixels, shape.channels(), shape.height(), shape.width()),
                                answer.classNames(),
                                answer.intervals(),
                                answer.possible()))
                .captioned(answer.line())
                .described(name + ": " + answer.line()));
        table = table.row(
                Cell.of(name),
                Cell.of(answer.labelName()),
                Cell.of(answer.probabilities()[label]),
                Cell.of(answer.intervals().lower(label)),
                Cell.of(answer.intervals().upper(label)),
                Cell.of(answer.possible().size()),
                Cell.of(answer.abstains() ? "no" : "yes"));
    }

    Report report() {
        Report report = Report.of("epiwrap predicts", run)
                .says(Findings.count(images, "image") + ", of which " + unknown + " not decided.");
        if (images > MOST) {
            report = report.says("The first " + MOST + " are shown.");
        }
        return report.with(Section.of("Images").with(figures))
                .with(Section.of("Table").with(table));
    }
}
