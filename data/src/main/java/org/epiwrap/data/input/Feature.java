package org.epiwrap.data.input;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.store.Text;

/** A column of a table as a network receives it: one or more numbers, and how unlike all training rows a cell is. */
public sealed interface Feature {

    /** Returns the name of the column. */
    String column();

    /** Returns how many numbers the network receives. */
    int width();

    /**
     * Encodes a cell: a number, the index of a category, or NaN if it is missing.
     *
     * @param target receives the numbers, at a place
     * @return the novelty of the cell: 0 if training rows had such cells, 1 if not at all, and for a number outside of the
     *     training range its scaled distance from it
     */
    double encode(float cell, float[] target, int offset);

    /**
     * Returns what is unlike all training rows in a cell, as a sentence without its full stop, if anything is.
     *
     * @param text the cell as it was read
     */
    Optional<String> remark(float cell, String text);

    /** Returns a random cell within the range of training rows, or any of their categories; it is not missing. */
    float draw(UniformRandomProvider random);

    private static Optional<String> unexpected(String column) {
        return Optional.of(column + " is missing, but never was in training rows");
    }

    /**
     * Numbers, scaled. A missing one becomes 0, the middle of training rows.
     *
     * @param minimum of training rows
     * @param maximum of training rows
     * @param missing whether training rows had missing cells, which are then indicated by a number of their own
     */
    record Numeric(String column, Scale scale, double minimum, double maximum, boolean missing) implements Feature {
        /** Beyond it, sums of scaled numbers might leave the range of {@code float} in a network. */
        private static final double MAX_SCALED = 1e9;

        public Numeric {
            Check.finite("minimum", minimum);
            Check.finite("maximum", maximum);
            if (!(minimum <= maximum)) {
                throw new IllegalArgumentException(
                        "minimum must be at most the maximum " + maximum + ", but is " + minimum);
            }
            checkScaled(column, scale, (float) minimum);
            checkScaled(column, scale, (float) maximum);
        }

        private static double checkScaled(String column, Scale scale, float cell) {
            double scaled = scale.apply(cell);
            if (!(Math.abs(scaled) <= MAX_SCALED)) {
                throw new IllegalArgumentException("column '" + column + "' must be within " + MAX_SCALED
                        + " standard deviations of training rows, but is " + cell);
            }
            return scaled;
        }

        @Override
        public int width() {
            return missing ? 2 : 1;
        }

        @Override
        public double encode(float cell, float[] target, int offset) {
            boolean absent = Float.isNaN(cell);
            if (missing) {
                target[offset + 1] = absent ? 1 : 0;
            }
            if (absent) {
                target[offset] = 0;
                return missing ? 0 : 1;
            }
            double scaled = checkScaled(column, scale, cell);
            target[offset] = (float) scaled;
            return excess(cell, scaled);
        }

        private double excess(float cell, double scaled) {
            // The bounds were floats, too, so that the extremes of training rows are inside.
            if (cell > (float) maximum) {
                return scaled - scale.apply(maximum);
            }
            return cell < (float) minimum ? scale.apply(minimum) - scaled : 0;
        }

        @Override
        public Optional<String> remark(float cell, String text) {
            if (Float.isNaN(cell)) {
                return missing ? Optional.empty() : unexpected(column);
            }
            boolean above = cell > (float) maximum;
            return above || cell < (float) minimum
                    ? Optional.of(column + " " + Text.shown(text) + " is " + (above ? "above" : "below")
                            + " all training rows (" + number(minimum) + " to " + number(maximum) + ")")
                    : Optional.empty();
        }

        @Override
        public float draw(UniformRandomProvider random) {
            return (float) (minimum + random.nextDouble() * (maximum - minimum));
        }

        private static String number(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? String.valueOf((long) value)
                    : new Column.Numeric("").text((float) value);
        }
    }

    /**
     * Categories, one-hot: 1 at the place of the category, 0 elsewhere. One that training rows never had is 0 everywhere.
     *
     * @param categories of training rows
     * @param missing whether training rows had missing cells, which are then a category of their own, the last
     */
    record Category(String column, List<String> categories, boolean missing) implements Feature {
        public Category {
            categories = List.copyOf(categories);
            if (new HashSet<>(categories).size() != categories.size()) {
                throw new IllegalArgumentException(
                        "the categories of " + column + " must differ, but one is there twice");
            }
        }

        @Override
        public int width() {
            return categories.size() + (missing ? 1 : 0);
        }

        @Override
        public double encode(float cell, float[] target, int offset) {
            Arrays.fill(target, offset, offset + width(), 0);
            int place = Float.isNaN(cell) && missing ? categories.size() : isSeen(cell) ? (int) cell : -1;
            if (place < 0) {
                return 1;
            }
            target[offset + place] = 1;
            return 0;
        }

        @Override
        public float draw(UniformRandomProvider random) {
            return categories.isEmpty() ? TableInput.UNSEEN : random.nextInt(categories.size());
        }

        private boolean isSeen(float cell) {
            return cell >= 0 && cell < categories.size();
        }

        @Override
        public Optional<String> remark(float cell, String text) {
            if (Float.isNaN(cell)) {
                return missing ? Optional.empty() : unexpected(column);
            }
            return isSeen(cell)
                    ? Optional.empty()
                    : Optional.of(column + " '" + Text.shown(text) + "' was never seen in training rows");
        }
    }
}
