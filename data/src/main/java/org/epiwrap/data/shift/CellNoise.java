package org.epiwrap.data.shift;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.statistics.SampleMoments;

/** Noise of the cells of a table, in five severities. */
final class CellNoise {
    /** The standard deviation of what is added to numbers, in those of their columns. */
    private static final double[] OF_NUMBERS = {0.1, 0.25, 0.5, 1, 2};
    /** The probability that a category becomes another one. */
    private static final double[] OF_CATEGORIES = {0.02, 0.05, 0.1, 0.2, 0.4};

    /** By column. */
    private final Map<String, Double> deviations;

    private final double probability;

    private CellNoise(Map<String, Double> deviations, double probability) {
        this.deviations = deviations;
        this.probability = probability;
    }

    static CellNoise fit(Dataset train, int severity) {
        Check.atLeast("the number of training rows", train.size(), 1);
        int place = Check.between("severity", severity, 1, OF_NUMBERS.length) - 1;
        List<Column> columns = train.columns();
        Map<String, Double> deviations = new HashMap<>();
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c) instanceof Column.Numeric numeric) {
                deviations.put(numeric.name(), OF_NUMBERS[place] * deviation(train, c, numeric.name()));
            }
        }
        return new CellNoise(deviations, OF_CATEGORIES[place]);
    }

    private static double deviation(Dataset train, int column, String name) {
        double[] values = new double[train.size()];
        int known = 0;
        for (int row = 0; row < values.length; row++) {
            float cell = train.cell(row, column);
            if (!Float.isNaN(cell)) {
                values[known++] = cell;
            }
        }
        return known == 0
                ? 0
                : SampleMoments.of(name, Arrays.copyOf(values, known)).populationDeviation();
    }

    /** Changes the cells of a row. */
    void apply(List<Column> columns, float[] cells, UniformRandomProvider random) {
        SharedStateContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
        for (int c = 0; c < cells.length; c++) {
            if (columns.get(c) instanceof Column.Category category) {
                int categories = category.categories().size();
                // Drawn in any case, so that severities differ in the size of the noise alone.
                boolean chosen = random.nextDouble() < probability;
                int step = 1 + random.nextInt(Math.max(1, categories - 1));
                if (chosen && cells[c] >= 0 && cells[c] < categories) {
                    cells[c] = (cells[c] + step) % categories;
                }
            } else if (!Float.isNaN(cells[c])) {
                double moved = cells[c] + deviation(columns.get(c)) * normal.sample();
                cells[c] = (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, moved));
            }
        }
    }

    private double deviation(Column column) {
        Double known = deviations.get(column.name());
        if (known == null) {
            throw new IllegalArgumentException("the column '" + column.name()
                    + "' must have numbers in the training rows, too, to get noise in proportion to them");
        }
        return known;
    }
}
