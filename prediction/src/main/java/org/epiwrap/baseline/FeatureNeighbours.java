package org.epiwrap.baseline;

import java.util.stream.IntStream;
import org.epiwrap.check.Check;

/**
 * Scores an example by the Euclidean distance of its hidden features to those of the k-th nearest training example, all scaled
 * to length 1 (Sun et al., 2022). Features that are all 0 stay so.
 */
public final class FeatureNeighbours implements FeatureBaseline {
    private final Neighbours neighbours;

    private FeatureNeighbours(Neighbours neighbours) {
        this.neighbours = neighbours;
    }

    /**
     * Fits the baseline to training examples.
     *
     * @param neighbour which neighbour the distance is to, 1 for the nearest; at most the number of training examples
     */
    public static FeatureNeighbours fit(Features train, int neighbour) {
        Check.between("neighbour", neighbour, 1, train.size());
        return new FeatureNeighbours(Neighbours.of(
                train.size(), train.units(), neighbour, (example, target) -> scaled(train, example, target)));
    }

    private static void scaled(Features features, int example, float[] target) {
        int from = example * target.length;
        double squares = 0;
        for (int j = 0; j < target.length; j++) {
            squares += features.hidden().data[from + j] * features.hidden().data[from + j];
        }
        double length = squares > 0 ? Math.sqrt(squares) : 1;
        for (int j = 0; j < target.length; j++) {
            target[j] = (float) (features.hidden().data[from + j] / length);
        }
    }

    @Override
    public String name() {
        return neighbours.inWords();
    }

    @Override
    public double[] scores(Features examples) {
        return IntStream.range(0, examples.size())
                .parallel()
                .mapToDouble(i -> {
                    float[] row = new float[examples.units()];
                    scaled(examples, i, row);
                    return neighbours.distance(row, 0);
                })
                .toArray();
    }
}
