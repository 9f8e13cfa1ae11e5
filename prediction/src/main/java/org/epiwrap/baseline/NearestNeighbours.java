package org.epiwrap.baseline;

import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;

/**
 * Scores an example by its Euclidean distance to the k-th nearest training example, in what a network receives.
 *
 * <p>At most some thousands of training examples are held, drawn at random but always the same, and every one is compared:
 * the distances are exact, each the root of a sum of squared differences.
 */
public final class NearestNeighbours implements InputBaseline {
    /** Which neighbour the distance is to, unless specified. */
    public static final int DEFAULT_NEIGHBOUR = 10;

    /** The maximum of training examples. */
    public static final int MAX_EXAMPLES = 5_000;

    /** The maximum of numbers that are held, of all training examples together. */
    private static final int MAX_NUMBERS = 20_000_000;

    private static final long SAMPLE_SEED = 1;
    /** Examples that are encoded before they are shared among threads. */
    private static final int BATCH = 256;

    private final Input input;
    private final Neighbours neighbours;

    private NearestNeighbours(Input input, Neighbours neighbours) {
        this.input = input;
        this.neighbours = neighbours;
    }

    /** Fits the baseline to a training set, with the distance to the {@value #DEFAULT_NEIGHBOUR}th neighbour. */
    public static NearestNeighbours fit(Dataset train, Input input) {
        return fit(train, input, Math.min(DEFAULT_NEIGHBOUR, train.size()));
    }

    /**
     * Fits the baseline to a training set.
     *
     * @param neighbour which neighbour the distance is to, 1 for the nearest; at most the number of training examples
     */
    public static NearestNeighbours fit(Dataset train, Input input, int neighbour) {
        int numbers = input.shape().size();
        int most = Math.max(1, Math.min(MAX_EXAMPLES, MAX_NUMBERS / numbers));
        int size = Math.min(most, Check.atLeast("train's size", train.size(), 1));
        Check.between("neighbour", neighbour, 1, size);
        Dataset sample = train.size() > size ? train.shuffled(SAMPLE_SEED).subset(0, size) : train;
        Input.Encoder encoder = input.encoder(sample);
        return new NearestNeighbours(
                input,
                Neighbours.of(size, numbers, neighbour, (example, target) -> encoder.encode(example, target, 0)));
    }

    @Override
    public String name() {
        return neighbours.inWords();
    }

    @Override
    public double[] scores(Dataset data) {
        Input.Encoder encoder = input.encoder(data);
        int numbers = input.shape().size();
        double[] scores = new double[data.size()];
        float[] batch = new float[BATCH * numbers];
        for (int from = 0; from < data.size(); from += BATCH) {
            int first = from;
            int count = Math.min(BATCH, data.size() - from);
            for (int i = 0; i < count; i++) {
                encoder.encode(first + i, batch, i * numbers);
            }
            IntStream.range(0, count)
                    .parallel()
                    .forEach(i -> scores[first + i] = neighbours.distance(batch, i * numbers));
        }
        return scores;
    }
}
