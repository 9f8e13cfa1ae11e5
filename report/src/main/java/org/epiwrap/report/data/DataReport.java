package org.epiwrap.report.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.profile.ColumnProfile;
import org.epiwrap.data.profile.ColumnUse;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.DataWarning;
import org.epiwrap.data.profile.Description;
import org.epiwrap.data.profile.PictureDescription;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.data.CountPlot.Bar;
import org.epiwrap.store.Text;

/** The page of a description: warnings first, then classes, columns and a figure for each of the first columns. */
public final class DataReport {
    private static final int MAX_FIGURES = 100;

    private DataReport() {}

    /** Returns the page. */
    public static Report of(Description description, Run run) {
        Report report = Report.of(Text.shown(lastPart(description.name())), run)
                .withSummary(Text.visible(DescriptionTables.headline(description)) + ".")
                .with(warnings(description.warnings()));
        for (Table table : DescriptionTables.of(description, Text::visible)) {
            Section section = Section.of(table.caption());
            if (table.name().equals("classes")) {
                section = section.with(Figure.of("Examples of each class", new CountPlot(classes(description)))
                        .captioned(few(classes(description).size())));
            }
            report = report.with(section.with(table));
        }
        return description instanceof DataDescription table ? report.with(figures(table)) : report;
    }

    /** A page is called after its file; the folders before it are in the summary. */
    private static String lastPart(String path) {
        String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        return last.isEmpty() ? path : last;
    }

    private static Section warnings(List<DataWarning> warnings) {
        Section section = Section.of("Warnings");
        if (warnings.isEmpty()) {
            return section.withText("None.");
        }
        for (DataWarning warning : warnings) {
            section = section.withText(Text.visible(warning.sentence()));
        }
        return section;
    }

    private static List<Bar> classes(Description description) {
        if (description instanceof PictureDescription pictures) {
            return pictures.classes().stream()
                    .map(each -> new Bar(Text.visible(each.name()), each.train()))
                    .toList();
        }
        return ((DataDescription) description)
                .profile()
                .label()
                .map(DataReport::bars)
                .orElse(List.of());
    }

    private static List<Bar> bars(ColumnProfile column) {
        return column.texts().stream()
                .map(each -> new Bar(Text.visible(each.text()), each.count()))
                .toList();
    }

    private static String few(int texts) {
        return texts > CountPlot.MAX_SHOWN
                ? "The " + CountPlot.MAX_SHOWN + " commonest of " + texts + " are shown."
                : "";
    }

    private static Section figures(DataDescription description) {
        List<Figure> figures = new ArrayList<>();
        for (ColumnProfile column : description.profile().columns()) {
            if (column.use() != ColumnUse.LABEL && figures.size() < MAX_FIGURES) {
                figure(column).ifPresent(figures::add);
            }
        }
        Section section = Section.of("Distributions");
        if (description.profile().columns().size() > MAX_FIGURES) {
            section = section.withText("The first " + MAX_FIGURES + " columns are shown.");
        }
        return section.with(figures);
    }

    private static Optional<Figure> figure(ColumnProfile column) {
        String title = Text.shown(column.name());
        if (column.numbers().isPresent() && column.use() != ColumnUse.CATEGORY) {
            ColumnProfile.Numbers numbers = column.numbers().get();
            return Optional.of(
                    Figure.of(title, new BinPlot(numbers.minimum(), numbers.maximum(), numbers.histogram())));
        }
        List<Bar> bars = bars(column);
        return bars.isEmpty()
                ? Optional.empty()
                : Optional.of(Figure.of(title, new CountPlot(bars))
                        .captioned(few(column.distinct().counted())));
    }
}
