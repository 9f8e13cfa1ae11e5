package org.epiwrap.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class TicksTest {

    @Test
    void areRoundNumbers() {
        assertThat(labels(0, 1, 6)).containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
        assertThat(labels(-0.15, 0.35, 6)).containsExactly("−0.1", "0.0", "0.1", "0.2", "0.3");
        assertThat(labels(0.83, 1.007, 6)).containsExactly("0.85", "0.90", "0.95", "1.00");
        assertThat(labels(3, 4700, 6)).containsExactly("1000", "2000", "3000", "4000");
        assertThat(labels(-5e-8, 5e-8, 3)).containsExactly("−5e−8", "0", "5e−8");
        assertThat(labels(0, 2e9, 3)).containsExactly("0", "1e9", "2e9");
    }

    @Test
    void haveTheValuesTheirLabelsSay() {
        Ticks ticks = Ticks.within(0, 1, 11);
        assertThat(ticks.value(3)).isEqualTo(0.3);
        assertThat(ticks.value(7)).isEqualTo(0.7);
    }

    @Test
    void areNeverTooManyAndNeverOutside() {
        UniformRandomProvider random = new RandomStreams(1).stream(0);
        for (int i = 0; i < 2000; i++) {
            double width = Math.pow(10, random.nextDouble(-8, 8));
            double lower = random.nextDouble(-2, 2) * width;
            int maxTicks = random.nextInt(2, 12);
            Ticks ticks = Ticks.within(lower, lower + width, maxTicks);
            // The next finer step is at most 2.5 times as fine, and would have been too many.
            assertThat(ticks.count()).as("%s + %s", lower, width).isBetween((int) (maxTicks / 2.5) - 1, maxTicks);
            for (int k = 0; k < ticks.count(); k++) {
                assertThat(ticks.value(k)).isBetween(lower - 1e-8 * width, lower + width + 1e-8 * width);
            }
        }
    }

    @Test
    void needARangeWithAWidth() {
        assertThatThrownBy(() -> Ticks.within(1, 1, 5))
                .hasMessage("the width of the range must be a finite number > 0, but is 0.0");
    }

    @Test
    void scalesAreStraightLinesEitherWay() {
        Scale down = new Scale(-1, 3, 200, 100);
        assertThat(down.at(-1)).isEqualTo(200);
        assertThat(down.at(1)).isEqualTo(150);
        assertThat(down.at(3)).isEqualTo(100);
        assertThatThrownBy(() -> new Scale(2, 2, 0, 1)).hasMessageContaining("the width of the scale");
    }

    @Test
    void rangesOfOneValueGetRoom() {
        assertThat(Range.empty().with(new double[] {3}).axis("x")).isEqualTo(new Axis("x", 2.5, 3.5));
        assertThat(Range.empty().with(new double[] {2, -1, 4}).axis("x")).isEqualTo(new Axis("x", -1, 4));
        assertThat(new Range(0, 100).padded()).isEqualTo(new Range(-4, 104));
    }

    private static List<String> labels(double lower, double upper, int maxTicks) {
        Ticks ticks = Ticks.within(lower, upper, maxTicks);
        return IntStream.range(0, ticks.count()).mapToObj(ticks::label).toList();
    }
}
