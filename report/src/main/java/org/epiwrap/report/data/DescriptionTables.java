package org.epiwrap.report.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.epiwrap.data.profile.ColumnProfile;
import org.epiwrap.data.profile.ColumnUse;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.Description;
import org.epiwrap.data.profile.PictureDescription;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The tables of a description: columns with their kinds, classes with their counts, sizes of pictures. */
public final class DescriptionTables {
    private static final int COMMONEST = 3;

    private final UnaryOperator<String> shown;

    private DescriptionTables(UnaryOperator<String> shown) {
        this.shown = shown;
    }

    /**
     * Returns the tables of a description.
     *
     * @param shown applied to all texts that come from the data
     */
    public static List<Table> of(Description description, UnaryOperator<String> shown) {
        DescriptionTables tables = new DescriptionTables(shown);
        return description instanceof DataDescription table
                ? tables.of(table)
                : tables.of((PictureDescription) description);
    }

    /** Returns one line on what the data is, such as {@code churn.csv: 7,043 rows, 21 columns, 2 classes of churn}. */
    public static String headline(Description description) {
        if (description instanceof DataDescription table) {
            String size = String.format(
                    Locale.ROOT,
                    "%s: %s, %s",
                    table.name(),
                    count(table.profile().rows(), "row", "rows"),
                    count(table.profile().columns().size(), "column", "columns"));
            return size
                    + table.profile()
                            .label()
                            .map(label -> ", " + classes(label.distinct()) + " of " + label.name())
                            .orElse(", no label");
        }
        PictureDescription pictures = (PictureDescription) description;
        String size = String.format(
                Locale.ROOT,
                "%s: %s of %s",
                pictures.name(),
                count(pictures.train(), "picture", "pictures"),
                count(pictures.classes().size(), "class", "classes"));
        return pictures.test() == 0 ? size : size + String.format(Locale.ROOT, ", and %,d to test on", pictures.test());
    }

    private static String count(long value, String singular, String plural) {
        return String.format(Locale.ROOT, "%,d %s", value, value == 1 ? singular : plural);
    }

    private static String classes(ColumnProfile.Distinct distinct) {
        return distinct + (distinct.counted() == 1 && !distinct.more() ? " class" : " classes");
    }

    private List<Table> of(DataDescription description) {
        List<Table> tables = new ArrayList<>();
        List<List<Cell>> rows = new ArrayList<>();
        for (ColumnProfile column : description.profile().columns()) {
            rows.add(List.of(
                    words(column.name()),
                    Cell.of(column.kind().toString()),
                    Cell.of(column.use().toString()),
                    Cell.of((double) column.missing()),
                    Cell.of(column.distinct().toString()),
                    words(values(column)),
                    words(column.reason())));
        }
        tables.add(new Table(
                "columns",
                "Columns",
                List.of(
                        Column.text("column"),
                        Column.text("kind"),
                        Column.text("used as"),
                        Column.number("missing", 0),
                        Column.text("distinct"),
                        Column.text("values"),
                        Column.text("why")),
                rows));
        description.profile().label().ifPresent(label -> tables.add(classes(label)));
        return tables;
    }

    private static String values(ColumnProfile column) {
        boolean numbers = column.numbers().isPresent()
                && column.strays().isEmpty()
                && column.use() != ColumnUse.CATEGORY
                && column.use() != ColumnUse.LABEL;
        if (numbers) {
            ColumnProfile.Numbers all = column.numbers().get();
            return number(all.minimum()) + " to " + number(all.maximum()) + ", median "
                    + number(all.quantiles().get(ColumnProfile.Numbers.SHARES.indexOf(0.5)));
        }
        List<String> texts = column.texts().stream()
                .limit(COMMONEST)
                .map(each -> shortened(each.text()))
                .toList();
        if (texts.isEmpty()) {
            return "";
        }
        return String.join(", ", texts)
                + (column.distinct().more() || column.distinct().counted() > texts.size() ? ", …" : "");
    }

    /** Returns a number with up to about four digits, without zeros at its end. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e9) {
            return String.valueOf((long) value);
        }
        String rounded = String.format(Locale.ROOT, "%.4g", value);
        return rounded.replaceFirst("(\\.[0-9]*?)0+$", "$1").replaceFirst("\\.$", "");
    }

    static String shortened(String text) {
        int length = 24;
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }

    private Table classes(ColumnProfile label) {
        long labelled =
                label.texts().stream().mapToLong(ColumnProfile.TextCount::count).sum();
        List<List<Cell>> rows = new ArrayList<>();
        for (ColumnProfile.TextCount each : label.texts()) {
            rows.add(List.of(
                    words(each.text()), Cell.of((double) each.count()), Cell.of((double) each.count() / labelled)));
        }
        return new Table(
                "classes",
                "Classes",
                List.of(Column.text("class"), Column.number("rows", 0), Column.percent("share", 1)),
                rows);
    }

    private List<Table> of(PictureDescription description) {
        boolean tested = description.test() > 0;
        List<List<Cell>> classes = new ArrayList<>();
        for (PictureDescription.ClassCount each : description.classes()) {
            List<Cell> row = new ArrayList<>(List.of(words(each.name()), Cell.of((double) each.train())));
            if (tested) {
                row.add(Cell.of((double) each.test()));
            }
            classes.add(row);
        }
        List<Column> columns =
                new ArrayList<>(List.of(Column.text("class"), Column.number(tested ? "train" : "pictures", 0)));
        if (tested) {
            columns.add(Column.number("test", 0));
        }
        List<List<Cell>> sizes = new ArrayList<>();
        for (PictureDescription.SizeCount each : description.sizes()) {
            sizes.add(List.of(Cell.of(each.height()), Cell.of(each.width()), Cell.of((double) each.count())));
        }
        return List.of(
                new Table("classes", "Classes", columns, classes),
                new Table(
                        "sizes",
                        "Sizes",
                        List.of(Column.number("height", 0), Column.number("width", 0), Column.number("pictures", 0)),
                        sizes));
    }

    private Cell words(String text) {
        return Cell.of(shown.apply(text));
    }
}
