package org.epiwrap.data.shift;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Permutation;
import org.epiwrap.data.Records;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.random.RandomStreams;

/** Changes the rows of tables. */
final class RowShifts {
    private RowShifts() {}

    /** Fills a row. */
    private interface Rows {
        void row(int row, float[] cells);
    }

    static Dataset permutedColumns(Dataset data, String suffix, RandomStreams random) {
        int columns = data.columns().size();
        float[][] cells = new float[columns][data.size()];
        float[] row = new float[columns];
        for (int i = 0; i < data.size(); i++) {
            data.cells(i, row, 0);
            for (int c = 0; c < columns; c++) {
                cells[c][i] = row[c];
            }
        }
        for (int c = 0; c < columns; c++) {
            int[] order = Permutation.random(data.size(), random.stream(c));
            float[] permuted = new float[data.size()];
            for (int i = 0; i < permuted.length; i++) {
                permuted[i] = cells[c][order[i]];
            }
            cells[c] = permuted;
        }
        return changed(data, suffix, (i, target) -> {
            for (int c = 0; c < columns; c++) {
                target[c] = cells[c][i];
            }
        });
    }

    static Dataset outOfRange(
            Dataset data, String suffix, List<ColumnRange> ranges, double share, RandomStreams random) {
        List<Column> columns = data.columns();
        for (ColumnRange range : ranges) {
            Check.between("the column of a range", range.column(), 0, columns.size() - 1);
            if (!(columns.get(range.column()) instanceof Column.Numeric)) {
                throw new IllegalArgumentException("column '"
                        + columns.get(range.column()).name() + "' must be numeric to be moved out of its range");
            }
        }
        return changed(data, suffix, (i, target) -> {
            data.cells(i, target, 0);
            UniformRandomProvider draws = random.stream(i);
            // The first from here on that is not missing is moved in any case.
            int first = draws.nextInt(ranges.size());
            boolean moved = false;
            for (int k = 0; k < ranges.size(); k++) {
                ColumnRange range = ranges.get((first + k) % ranges.size());
                boolean chosen = draws.nextDouble() < share || !moved;
                if (chosen && !Float.isNaN(target[range.column()])) {
                    double distance = 0.5 + draws.nextDouble();
                    target[range.column()] = range.beyond(draws.nextBoolean() ? distance : -distance);
                    moved = true;
                }
            }
        });
    }

    /** Every category becomes one that training rows never had, with a probability; one of each row in any case. */
    static Dataset unseenCategories(Dataset data, String suffix, double share, RandomStreams random) {
        List<Column> columns = data.columns();
        int[] places = IntStream.range(0, columns.size())
                .filter(i -> columns.get(i) instanceof Column.Category)
                .toArray();
        Check.atLeast("the number of columns with categories", places.length, 1);
        return changed(data, suffix, (i, target) -> {
            data.cells(i, target, 0);
            UniformRandomProvider draws = random.stream(i);
            int always = draws.nextInt(places.length);
            for (int k = 0; k < places.length; k++) {
                if (draws.nextDouble() < share || k == always) {
                    target[places[k]] = TableInput.UNSEEN;
                }
            }
        });
    }

    static Dataset cellNoise(Dataset data, String suffix, CellNoise noise, RandomStreams random) {
        List<Column> columns = data.columns();
        return changed(data, suffix, (i, target) -> {
            data.cells(i, target, 0);
            noise.apply(columns, target, random.stream(i));
        });
    }

    /** Rows of independent cells, each as training rows had some. */
    static Dataset noise(Dataset data, String suffix, TableInput schema, long seed) {
        schema.check(data);
        float[][] rows = schema.probes(data.size(), seed);
        ExampleType type = new ExampleType.Rows(schema.columnTypes());
        try (Records.Builder records = Records.builder(type.bytes())) {
            for (float[] row : rows) {
                records.add(row);
            }
            return Dataset.unlabelled(data.name() + "-" + suffix, type, records.build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Dataset changed(Dataset data, String suffix, Rows rows) {
        float[] cells = new float[data.columns().size()];
        try (Records.Builder records = Records.builder(data.type().bytes())) {
            for (int i = 0; i < data.size(); i++) {
                rows.row(i, cells);
                records.add(cells);
            }
            return data.withRows(suffix, records.build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
