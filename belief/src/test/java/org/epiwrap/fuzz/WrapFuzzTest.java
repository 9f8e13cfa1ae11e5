package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.wrap.EpistemicWrapper;
import org.junit.jupiter.api.Tag;

/** Whatever numbers come in: either a refusal, or an interval inside the domain. */
@Tag("fuzz")
class WrapFuzzTest {

    @FuzzTest(maxDuration = "2m")
    void anyPosterior(FuzzedDataProvider data) {
        try {
            EpistemicWrapper wrapper = new EpistemicWrapper(
                    data.consumeBoolean()
                            ? Truncation.withDefaults()
                            : new Truncation(data.consumeDouble(), data.consumeDouble()),
                    data.consumeBoolean() ? Grid.exact() : Grid.points(data.consumeInt(-1, 200)),
                    data.pickValue(Contour.values()),
                    data.pickValue(Complement.values()),
                    data.pickValue(DirichletFit.values()));
            Posterior posterior = posterior(data);
            Interval interval = wrapper.wrap(posterior).interval();
            if (!posterior.truncated(wrapper.truncation()).domain().contains(interval)) {
                throw new AssertionError(interval + " is not in the domain of " + posterior);
            }
        } catch (IllegalArgumentException refused) {
            if (refused.getMessage() == null || refused.getMessage().isBlank()) {
                throw new AssertionError("a refusal without a reason", refused);
            }
        }
    }

    private static Posterior posterior(FuzzedDataProvider data) {
        return switch (data.consumeInt(0, 2)) {
            case 0 -> Posterior.gaussian(data.consumeDouble(), data.consumeDouble());
            case 1 -> {
                double[] samples = doubles(data);
                if (data.consumeBoolean()) {
                    Arrays.sort(samples);
                }
                yield Posterior.samples(samples);
            }
            default -> TabulatedDensity.of(doubles(data), doubles(data));
        };
    }

    private static double[] doubles(FuzzedDataProvider data) {
        double[] values = new double[data.consumeInt(0, 40)];
        Arrays.setAll(values, i -> data.consumeDouble());
        return values;
    }
}
