package org.epiwrap.cli.option;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.table.TableOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how a table is read. */
public final class TableArguments {
    private static final String DELIMITER = "--delimiter";
    private static final Set<String> TAB = Set.of("tab", "\\t");

    @Option(names = "--label", paramLabel = "COLUMN")
    private @Nullable String label;

    @Option(names = "--numeric", paramLabel = "COLUMN", split = ",")
    private List<String> numeric = List.of();

    @Option(names = "--category", paramLabel = "COLUMN", split = ",")
    private List<String> category = List.of();

    @Option(names = "--ignore", paramLabel = "COLUMN", split = ",")
    private List<String> ignore = List.of();

    @Option(names = "--missing", paramLabel = "TEXT", split = ",")
    private List<String> missing = List.of();

    @Option(names = "--decimal-comma")
    private boolean decimalComma;

    @Option(names = DELIMITER, paramLabel = "CHARACTER")
    private @Nullable String delimiter;

    /**
     * Returns how a table is read.
     *
     * @throws IllegalArgumentException if a column is given two uses, or the delimiter is not one character
     */
    public TableOptions options() {
        CellFormat cells = CellFormat.standard().withMissing(new HashSet<>(missing));
        TableOptions options = TableOptions.withDefaults()
                .withNumeric(numeric)
                .withCategory(category)
                .withIgnored(ignore)
                .with(decimalComma ? cells.withDecimalComma() : cells);
        options = Given.with(options, label, TableOptions::withLabel);
        return Given.with(options, delimiter, (each, text) -> each.withDelimiter(character(text)));
    }

    /** Returns the column that has the class of each row, if it is given. */
    public Optional<String> label() {
        return Optional.ofNullable(label);
    }

    /** Returns the name of the first of these options that is given, to be refused where there is no table. */
    public Optional<String> given() {
        if (label != null) {
            return Optional.of("--label");
        }
        if (!numeric.isEmpty()) {
            return Optional.of("--numeric");
        }
        if (!category.isEmpty()) {
            return Optional.of("--category");
        }
        if (!ignore.isEmpty()) {
            return Optional.of("--ignore");
        }
        if (!missing.isEmpty()) {
            return Optional.of("--missing");
        }
        if (decimalComma) {
            return Optional.of("--decimal-comma");
        }
        return delimiter == null ? Optional.empty() : Optional.of(DELIMITER);
    }

    private static char character(String text) {
        if (TAB.contains(text.toLowerCase(Locale.ROOT))) {
            return '\t';
        }
        if (text.length() != 1) {
            throw new IllegalArgumentException(DELIMITER + " must be one character, or 'tab', but is '" + text + "'");
        }
        return text.charAt(0);
    }
}
