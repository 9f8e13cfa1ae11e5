package org.epiwrap.experiments.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;

/**
 * A table that experiments are run on.
 *
 * @param file that holds it
 * @param label the column with its labels
 */
public record TableFile(Path file, String label) {
    /** The name of the table that is always there. */
    public static final String LETTERS = "letters";

    /** Creates a table of a file that exists and has not the name of the built-in one. */
    public TableFile {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("a table must be a file, but there is none at " + file);
        }
        if (name(file).isEmpty() || name(file).equals(LETTERS)) {
            throw new IllegalArgumentException("a table must have a file with a name other than " + LETTERS
                    + ", which is built in, but is " + file);
        }
    }

    /** Returns tables with different names, each of a text such as {@code credit.csv.gz=Status}. */
    public static List<TableFile> all(List<String> texts) {
        List<TableFile> tables = texts.stream().map(TableFile::parse).toList();
        Set<String> names = new HashSet<>();
        for (TableFile table : tables) {
            if (!names.add(table.name())) {
                throw new IllegalArgumentException("tables must have different names, but two are " + table.name());
            }
        }
        return tables;
    }

    /** Returns the table of a text such as {@code credit.csv.gz=Status}. */
    public static TableFile parse(String text) {
        int sign = text.lastIndexOf('=');
        if (sign < 1 || sign == text.length() - 1) {
            throw new IllegalArgumentException(
                    "a table must be a file and the column of its labels such as credit.csv=Status, but is '" + text
                            + "'");
        }
        return new TableFile(Path.of(text.substring(0, sign)), text.substring(sign + 1));
    }

    /** Returns the name of the file without its endings, such as {@code credit}. */
    public String name() {
        return name(file);
    }

    private static String name(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** Reads it. */
    Dataset read() throws IOException {
        return TableReader.read(file, TableOptions.withDefaults().withLabel(label));
    }
}
