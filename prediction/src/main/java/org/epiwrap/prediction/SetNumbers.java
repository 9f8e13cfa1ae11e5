package org.epiwrap.prediction;

import org.epiwrap.network.InputBatch;
import org.epiwrap.random.RandomStreams;

/**
 * The random numbers of randomised prediction sets: from 0 to 1, for each example one that follows from what the network
 * receives of it, so that an example has the same set in any batch, in any order and each time. The promise of the sets
 * does not suffer: with numbers that are a function of the example, the scores of exchangeable examples stay exchangeable.
 * Equal examples have equal sets.
 */
final class SetNumbers {
    private static final RandomStreams STREAMS = new RandomStreams(1);

    private SetNumbers() {}

    /** Returns a number for each example of a batch. */
    static double[] of(InputBatch batch) {
        float[] inputs = batch.input().toArray();
        int size = inputs.length / batch.count();
        double[] numbers = new double[batch.count()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = of(inputs, i * size, (i + 1) * size);
        }
        return numbers;
    }

    private static double of(float[] inputs, int from, int to) {
        long state = 1;
        for (int i = from; i < to; i++) {
            // Both zeros are one value. The multiplier is odd: no two inputs at one place give one state.
            state = (state ^ Float.floatToIntBits(inputs[i] + 0f)) * 0x9E3779B97F4A7C15L;
            state ^= state >>> 32;
        }
        return STREAMS.stream(state).nextDouble();
    }
}
