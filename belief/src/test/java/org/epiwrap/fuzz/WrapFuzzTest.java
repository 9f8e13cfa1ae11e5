package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.Guarantee;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;
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
            WrappedPosterior wrapped = wrapper.wrap(posterior);
            Interval domain = wrapped.posterior().domain();
            if (!domain.contains(wrapped.interval())) {
                throw new AssertionError(wrapped.interval() + " is not in the domain of " + posterior);
            }
            checkBelief(wrapped, domain, data);
        } catch (IllegalArgumentException refused) {
            if (refused.getMessage() == null || refused.getMessage().isBlank()) {
                throw new AssertionError("a refusal without a reason", refused);
            }
        }
    }

    private static void checkBelief(WrappedPosterior wrapped, Interval domain, FuzzedDataProvider data) {
        double a = data.consumeRegularDouble(domain.lower(), domain.upper());
        double b = data.consumeRegularDouble(domain.lower(), domain.upper());
        IntervalSet set = IntervalSet.of(new Interval(Math.min(a, b), Math.max(a, b)));
        double belief = wrapped.belief().belief(set);
        double plausibility = wrapped.belief().plausibility(set);
        if (!(belief >= 0 && belief <= plausibility + 1e-9 && plausibility <= 1)) {
            throw new AssertionError("belief " + belief + ", plausibility " + plausibility + " of " + set);
        }
        // Where the domain is a few steps of double wide, sets of weights cannot be told apart.
        boolean resolved =
                domain.width() > 1e9 * Math.ulp(Math.max(Math.abs(domain.lower()), Math.abs(domain.upper())));
        if (resolved && wrapped.guarantee() == Guarantee.BRACKETS_PROBABILITY) {
            double probability = wrapped.belief().probability(set);
            if (!(probability >= belief - 1e-6 && probability <= plausibility + 1e-6)) {
                throw new AssertionError(
                        "probability " + probability + " is not in [" + belief + ", " + plausibility + "] for " + set);
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
