package org.epiwrap.bench.table;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A table drawn by a seed: the label, columns of categories, of whole numbers and of decimals, in which some cells are
 * missing. The label depends on the decimals.
 *
 * @param columns at least {@link #FEWEST_COLUMNS}, the label included
 */
record GeneratedTable(long rows, int columns, long seed) {
    static final String LABEL = "kind";
    static final int CLASSES = 5;

    private static final int FEWEST_COLUMNS = 9;
    private static final int CATEGORIES = 4;
    private static final int WHOLE = 3;
    private static final double MISSING = 0.02;
    private static final int FRACTION = 10_000;

    GeneratedTable {
        if (columns < FEWEST_COLUMNS) {
            throw new IllegalArgumentException("columns must be at least " + FEWEST_COLUMNS + ", but is " + columns);
        }
    }

    Path write(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder line = new StringBuilder();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            header(out);
            for (long row = 0; row < rows; row++) {
                line.setLength(0);
                row(random, line);
                out.append(line);
            }
        }
        return file;
    }

    private void header(Writer out) throws IOException {
        out.write(LABEL);
        for (int i = 1; i < columns; i++) {
            out.write(i <= CATEGORIES ? ",category" + i : i <= CATEGORIES + WHOLE ? ",count" + i : ",amount" + i);
        }
        out.write('\n');
    }

    private void row(SplittableRandom random, StringBuilder line) {
        int kind = random.nextInt(CLASSES);
        line.append("kind ").append(kind);
        for (int i = 1; i < columns; i++) {
            line.append(',');
            if (random.nextDouble() < MISSING) {
                continue;
            }
            if (i <= CATEGORIES) {
                line.append("group ").append(random.nextInt(4 * i));
            } else if (i <= CATEGORIES + WHOLE) {
                line.append(random.nextInt(100 * i));
            } else {
                int value = random.nextInt(100 * FRACTION) + (i % CLASSES == kind ? 50 * FRACTION : 0);
                line.append(value / FRACTION).append('.');
                String fraction = String.valueOf(FRACTION + value % FRACTION);
                line.append(fraction, 1, fraction.length());
            }
        }
        line.append('\n');
    }
}
