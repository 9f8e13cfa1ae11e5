package org.epiwrap.data.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.data.Column;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.profile.ColumnProfile;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.DataWarning;
import org.epiwrap.data.profile.TableProfile;
import org.epiwrap.data.source.Source;

/**
 * Reads a table as a dataset, in one pass over the file: by itself, finding out what its columns are while their cells are
 * kept as codes, or by the schema of a model.
 */
public final class TableReader {
    private final String file;
    private final Opener opener;
    private final TableOptions options;

    private interface Opener {
        RowSource open() throws IOException;
    }

    private TableReader(String file, Opener opener, TableOptions options) {
        this.file = file;
        this.opener = opener;
        this.options = options;
    }

    /** Returns a reader of a file. */
    public static TableReader of(Path file, TableOptions options) {
        return new TableReader(file.toString(), () -> TableFormats.open(file, options.text()), options);
    }

    /** Returns a reader of text from any source. */
    public static TableReader of(Source source, TableOptions options) {
        return new TableReader(source.name(), () -> options.text().open(source), options);
    }

    /** Reads a file; see {@link #read()}. */
    public static Dataset read(Path file, TableOptions options) throws IOException {
        return of(file, options).read();
    }

    /** Reads a file by the schema of a model; see {@link #read(TableInput)}. */
    public static Dataset read(Path file, TableInput schema, TableOptions options) throws IOException {
        return of(file, options).read(schema);
    }

    /** Reads a file by the schema and the classes of a model; see {@link #read(TableInput, List)}. */
    public static Dataset read(Path file, TableInput schema, List<String> classNames, TableOptions options)
            throws IOException {
        return of(file, options).read(schema, classNames);
    }

    /**
     * Finds out what the columns are.
     *
     * @throws DataException if a row is wrong, there is none, or the options name a column that is missing
     */
    public TableProfile profile() throws IOException {
        try (RowSource rows = opener.open()) {
            TableProfile.Builder profile = builder(rows);
            RowText row = new RowText();
            int[] codes = new int[rows.header().size()];
            while (rows.next(row)) {
                profile.add(row, codes, rows::place);
            }
            return built(profile);
        }
    }

    private TableProfile.Builder builder(RowSource rows) throws DataException {
        return refusing(() -> TableProfile.builder(file, rows.header(), options.cells(), options.uses()));
    }

    private TableProfile built(TableProfile.Builder profile) throws DataException {
        TableProfile built = profile.build();
        if (built.rows() == 0) {
            throw new DataException(file + " must have rows, but has only a header");
        }
        return built;
    }

    /** The rows of a table, and what its columns are. */
    public record Profiled(TableProfile profile, Dataset rows) {
        /** Describes the table and what to beware of in it. */
        public DataDescription description() {
            return DataDescription.of(profile, rows);
        }
    }

    private interface Loading<T> {
        /** Uses what one pass has found out. */
        T use(TableProfile profile, CodedRows rows) throws IOException;
    }

    private <T> T pass(Loading<T> loading) throws IOException {
        TableProfile.Builder profile;
        try (RowSource rows = opener.open()) {
            profile = builder(rows);
            try (CodedRows coded = new CodedRows(rows, profile)) {
                RowText row = new RowText();
                while (rows.next(row)) {
                    coded.add(row);
                }
                return loading.use(built(profile), coded);
            }
        }
    }

    /**
     * Reads the table, with labels if the options name their column.
     *
     * @throws DataException if it is no table to learn from; the message says why
     */
    public Dataset read() throws IOException {
        return readProfiled().rows();
    }

    /** Reads the table and what its columns are; see {@link #read()}. */
    public Profiled readProfiled() throws IOException {
        return pass((profile, rows) -> new Profiled(profile, load(profile, Optional.of(rows))));
    }

    /**
     * Loads the table by its profile.
     *
     * @throws DataException if it is no table to learn from; the message says why
     */
    public Dataset load(TableProfile profile) throws IOException {
        return load(profile, Optional.empty());
    }

    private Dataset load(TableProfile profile, Optional<CodedRows> rows) throws IOException {
        List<Column> columns = refusing(profile::inputs);
        Optional<ColumnProfile> label = profile.label();
        if (label.isPresent() && label.get().missing() > 0 && !options.dropsUnlabelled()) {
            throw new DataException(String.format(
                    Locale.ROOT,
                    "%s, column '%s': expected a label in every row, but %,d rows have none",
                    label.get().firstMissing().orElseThrow(),
                    label.get().name(),
                    label.get().missing()));
        }
        List<String> classes = label.isPresent() ? refusing(() -> profile.classes(options.isSureOfLabel())) : List.of();
        Optional<String> labelName = label.map(ColumnProfile::name);
        return rows.isPresent() && rows.get().know(columns)
                ? numbered(rows.get().load(name(), columns, labelName, classes))
                : load(columns, labelName, classes);
    }

    /** Rows that were left out would have numbers, too. */
    private Dataset numbered(Dataset rows) {
        return options.dropsUnlabelled()
                ? rows
                : rows.withOrigins(record -> "row " + (record + 1) + " of " + rows.name());
    }

    /**
     * Describes the table and what to beware of in it. That nothing can be learnt from it is a warning, the first.
     *
     * @throws DataException if it is no table, or the options name a column that is missing
     */
    public DataDescription describe() throws IOException {
        return describe(Optional.empty());
    }

    /** Describes the table beside one to test on, whose rows may be among its own; see {@link #describe()}. */
    public DataDescription describe(TableReader test) throws IOException {
        return describe(Optional.of(test));
    }

    private DataDescription describe(Optional<TableReader> test) throws IOException {
        return pass((profile, rows) -> describe(profile, rows, test));
    }

    private DataDescription describe(TableProfile profile, CodedRows coded, Optional<TableReader> test)
            throws IOException {
        TableReader tolerant = new TableReader(file, opener, options.withoutUnlabelled());
        Dataset rows;
        try {
            rows = tolerant.load(profile, Optional.of(coded));
        } catch (DataException e) {
            return DataDescription.of(profile).withFirst(unusable("Nothing can be learnt from it as it is: ", e));
        }
        DataDescription description = DataDescription.of(profile, rows);
        if (test.isEmpty()) {
            return description;
        }
        TableReader other = new TableReader(test.get().file, test.get().opener, options.withoutUnlabelled());
        try {
            TableInput schema = TableInput.fit(rows).with(options.cells());
            Dataset tested = rows.isLabelled() ? other.read(schema, rows.classNames()) : other.read(schema);
            return description.withTest(rows, tested);
        } catch (DataException e) {
            return description.withFirst(unusable("The test rows cannot be used: ", e));
        }
    }

    private static DataWarning unusable(String start, DataException reason) {
        return new DataWarning(DataWarning.Kind.UNUSABLE, start + reason.getMessage() + ".");
    }

    /**
     * Reads the table by the schema of a model, without labels: columns in any order, others left out. A category that
     * training rows never had is {@link TableInput#UNSEEN}.
     *
     * @throws DataException if a column is missing or has a cell that it cannot have
     */
    public Dataset read(TableInput schema) throws IOException {
        return by(schema).load(schema.columnTypes(), Optional.empty(), List.of());
    }

    /**
     * Reads the table by the schema of a model, with labels; see {@link #read(TableInput)}.
     *
     * @param classNames those of the model, which labels must be among
     * @throws DataException if a column is missing or has a cell that it cannot have
     */
    public Dataset read(TableInput schema, List<String> classNames) throws IOException {
        if (options.label().isEmpty()) {
            throw new IllegalArgumentException("the options must name the column of the label");
        }
        return by(schema).load(schema.columnTypes(), options.label(), classNames);
    }

    /** The cells are written as the model says; the options may name more texts of missing ones. */
    private TableReader by(TableInput schema) {
        return new TableReader(file, opener, options.like(schema.format()));
    }

    private Dataset load(List<Column> columns, Optional<String> label, List<String> classes) throws IOException {
        try (RowSource rows = opener.open()) {
            RowParser parser = refusing(file + " ", () -> RowParser.of(columns, options.cells(), rows.header()));
            Optional<LabelCells> labels = label.isPresent()
                    ? Optional.of(
                            refusing(file + " ", () -> LabelCells.of(label.get(), classes, rows.header(), options)))
                    : Optional.empty();
            return numbered(RowLoader.load(name(), rows, parser, labels));
        }
    }

    /** Returns the name of the file without its folder and ending. */
    private String name() {
        String last = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = last.indexOf('.', 1);
        return dot < 0 ? last : last.substring(0, dot);
    }

    private interface Step<T> {
        T run();
    }

    private static <T> T refusing(Step<T> step) throws DataException {
        return refusing("", step);
    }

    /** What is wrong with an argument is, of an argument that comes from a file, wrong with the file. */
    private static <T> T refusing(String start, Step<T> step) throws DataException {
        try {
            return step.run();
        } catch (IllegalArgumentException e) {
            throw new DataException(start + e.getMessage(), e);
        }
    }
}
