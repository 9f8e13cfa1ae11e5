package org.epiwrap.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class PermutationTest {
    @Test
    void everyNumberOccursOnce() {
        assertPermutes(Permutation::random);
        assertPermutes(Permutation::insideOut);
    }

    private static void assertPermutes(BiFunction<Integer, UniformRandomProvider, int[]> order) {
        int[] permutation = order.apply(1000, new RandomStreams(3).stream(0));
        assertThat(permutation)
                .containsExactlyInAnyOrder(IntStream.range(0, 1000).toArray())
                .isNotEqualTo(IntStream.range(0, 1000).toArray());
        assertThat(order.apply(1000, new RandomStreams(3).stream(0))).isEqualTo(permutation);
        assertThat(order.apply(1000, new RandomStreams(4).stream(0))).isNotEqualTo(permutation);
        assertThat(order.apply(0, new RandomStreams(3).stream(0))).isEmpty();
    }
}
