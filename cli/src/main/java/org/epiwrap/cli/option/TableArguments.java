package org.epiwrap.cli.option;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.table.TableOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how a table is read. */
public final class TableArguments {

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

    @Option(names = "--delimiter", paramLabel = "CHARACTER")
    private @Nullable Character delimiter;

    /**
     * Returns how a table is read.
     *
     * @throws IllegalArgumentException if a column is given two uses, or the delimiter is a quote or a line break
     */
    public TableOptions options() {
        CellFormat cells = CellFormat.standard().withMissing(new HashSet<>(missing));
        TableOptions options = TableOptions.withDefaults()
                .withNumeric(numeric)
                .withCategory(category)
                .withIgnored(ignore)
                .with(decimalComma ? cells.withDecimalComma() : cells);
        options = Given.with(options, label, TableOptions::withLabel);
        return Given.with(options, delimiter, TableOptions::withDelimiter);
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
        return delimiter == null ? Optional.empty() : Optional.of("--delimiter");
    }
}
