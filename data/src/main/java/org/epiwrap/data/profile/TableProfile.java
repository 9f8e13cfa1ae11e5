package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.ColumnNames;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.CellReader;
import org.epiwrap.data.input.RowText;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.store.Text;

/**
 * What is known of a table after one pass over its rows, whatever their number, in bounded memory.
 *
 * @param name of the table, which starts the message of every refusal
 * @param format how its cells are written
 * @param columns in the order of the header
 */
public record TableProfile(String name, CellFormat format, long rows, List<ColumnProfile> columns) {
    /** Copies the list. */
    public TableProfile {
        columns = List.copyOf(columns);
    }

    /**
     * Returns a builder of the profile of a table.
     *
     * @param uses the columns whose use is not left to their kind, among them the label
     * @throws IllegalArgumentException if one of those is not in the header
     */
    public static Builder builder(String name, List<String> header, CellFormat format, Map<String, ColumnUse> uses) {
        Set<String> known = new HashSet<>(header);
        for (String column : uses.keySet()) {
            if (!known.contains(column)) {
                throw new IllegalArgumentException(name + " " + ColumnNames.missing(column, header));
            }
        }
        return new Builder(name, header, format, uses);
    }

    /** Returns the column of the label, if there is one. */
    public Optional<ColumnProfile> label() {
        return columns.stream()
                .filter(column -> column.use() == ColumnUse.LABEL)
                .findFirst();
    }

    /**
     * Returns the columns that a network receives, in the order of the header.
     *
     * @throws IllegalArgumentException if there is none, or one has too many categories
     */
    public List<Column> inputs() {
        List<Column> inputs = new ArrayList<>();
        for (ColumnProfile column : columns) {
            if (column.use() != ColumnUse.IGNORED && Text.hasControl(column.name())) {
                throw new IllegalArgumentException(name + ": the column " + Text.quoted(column.name())
                        + " must have a name without line breaks and other control characters: rename or ignore it");
            }
            if (column.use() == ColumnUse.NUMBER) {
                inputs.add(new Column.Numeric(column.name()));
            } else if (column.use() == ColumnUse.CATEGORY) {
                inputs.add(new Column.Category(column.name(), TextOrder.of(column, this)));
            }
        }
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException(name + " must have a column to learn from, but "
                    + (columns.size() == 1 && label().isPresent() ? "has only its label" : "all are ignored"));
        }
        return inputs;
    }

    /**
     * Returns the classes of the label, in the order of numbers if all are numbers, else of texts.
     *
     * @param sure whether the label is known to be classes, however it looks
     * @throws IllegalArgumentException if there is no label, it has one value or too many, or it seems to be no classes
     */
    public List<String> classes(boolean sure) {
        ColumnProfile label = label().orElseThrow(() -> new IllegalArgumentException(name + " must have a label"));
        return LabelRules.classes(this, label, sure);
    }

    /** Builds a profile row by row. */
    public static final class Builder {
        /** Bounds of what is held of all columns together. */
        private static final int MAX_TEXTS = 2_000_000;

        private static final int MAX_SAMPLE = 2_000_000;
        private static final int MAX_COLUMN_TEXTS = 20_000;
        private static final int MIN_COLUMN_TEXTS = 20;
        private static final int MAX_COLUMN_SAMPLE = 10_000;
        private static final int MIN_COLUMN_SAMPLE = 20;

        private final String name;
        private final List<String> header;
        private final CellFormat format;
        private final Map<String, ColumnUse> uses;
        private final ColumnStatistics[] columns;
        private final int sampleSize;
        private final UniformRandomProvider random = new RandomStreams(0).stream(0);
        private final RowText texts = new RowText();
        private final int[] codes;
        private long rows;

        private Builder(String name, List<String> header, CellFormat format, Map<String, ColumnUse> uses) {
            this.name = name;
            this.header = List.copyOf(header);
            this.format = format;
            this.uses = Map.copyOf(uses);
            this.columns = new ColumnStatistics[header.size()];
            this.codes = new int[header.size()];
            this.sampleSize = share(MAX_SAMPLE, MIN_COLUMN_SAMPLE, MAX_COLUMN_SAMPLE);
            CellReader reader = new CellReader(format);
            int maxTexts = share(MAX_TEXTS, MIN_COLUMN_TEXTS, MAX_COLUMN_TEXTS);
            for (int i = 0; i < columns.length; i++) {
                ColumnUse use = uses.get(header.get(i));
                columns[i] = new ColumnStatistics(
                        reader, use == ColumnUse.NUMBER, use == ColumnUse.LABEL ? Dataset.MAX_CLASSES : maxTexts);
            }
        }

        private int share(int all, int minimum, int maximum) {
            return Math.min(maximum, Math.max(minimum, all / Math.max(1, columns.length)));
        }

        /**
         * Adds a row.
         *
         * @param place where it was read
         */
        public void add(String[] cells, Supplier<String> place) {
            texts.set(cells);
            add(texts, codes, place);
        }

        /**
         * Adds a row.
         *
         * @param target receives a code for each cell, to be kept until {@link #codes} says what it means
         * @param place where it was read
         */
        public void add(RowText row, int[] target, Supplier<String> place) {
            Check.sameLength("row", row.size(), "the header", columns.length);
            long drawn = rows < sampleSize ? rows : random.nextLong(rows + 1);
            int slot = drawn < sampleSize ? (int) drawn : -1;
            rows++;
            char[] characters = row.characters();
            int from = 0;
            for (int i = 0; i < columns.length; i++) {
                int to = row.end(i);
                target[i] = columns[i].add(characters, from, to, slot, place);
                from = to;
            }
        }

        /** Returns what the codes of a column mean, once all rows are added. */
        public ColumnCodes codes(int column) {
            return columns[column].codes();
        }

        /** Returns the profile of the rows so far. */
        public TableProfile build() {
            List<ColumnProfile> profiles = new ArrayList<>();
            for (int i = 0; i < columns.length; i++) {
                profiles.add(profile(header.get(i), columns[i]));
            }
            return new TableProfile(name, format, rows, profiles);
        }

        private ColumnProfile profile(String column, ColumnStatistics statistics) {
            KindRules.Finding finding = KindRules.decide(column, statistics);
            ColumnUse use = uses.getOrDefault(column, finding.use());
            boolean all = use == ColumnUse.CATEGORY || use == ColumnUse.LABEL;
            return new ColumnProfile(
                    column,
                    finding.kind(),
                    use,
                    finding.reason(),
                    statistics.missing(),
                    statistics.firstMissing(),
                    statistics.distinct(),
                    statistics
                            .texts()
                            .limit(all ? Long.MAX_VALUE : ColumnProfile.COMMONEST)
                            .toList(),
                    statistics.numbers().count() > 0
                            ? Optional.of(statistics.numbers().summary())
                            : Optional.empty(),
                    statistics.strays());
        }
    }
}
