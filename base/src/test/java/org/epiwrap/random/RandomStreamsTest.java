package org.epiwrap.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {

    @Test
    void seedAndTaskFixTheStream() {
        assertThat(new RandomStreams(5).stream(9).longs(100))
                .containsExactlyElementsOf(
                        new RandomStreams(5).stream(9).longs(100).boxed().toList());
    }

    @Test
    void neighboursShareNothing() {
        Set<Long> seen = new HashSet<>();
        for (long seed = -25; seed < 25; seed++) {
            for (long task = -25; task < 25; task++) {
                new RandomStreams(seed).stream(task).longs(10).forEach(seen::add);
            }
        }
        assertThat(seen).hasSize(50 * 50 * 10);
    }
}
