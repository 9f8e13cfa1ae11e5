package org.epiwrap.wrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BulkWrapperTest {
    private static final EpistemicWrapper DEFAULT = EpistemicWrapper.withDefaults();

    static Stream<EpistemicWrapper> wrappers() {
        return Stream.of(
                DEFAULT,
                DEFAULT.with(DirichletFit.POOLED),
                DEFAULT.with(Contour.DUBOIS_PRADE),
                DEFAULT.with(Complement.GRID_POINTS),
                DEFAULT.with(Grid.points(4)),
                DEFAULT.with(Grid.points(301)),
                DEFAULT.with(Grid.exact()),
                DEFAULT.with(Grid.exact()).with(Contour.DUBOIS_PRADE).with(DirichletFit.POOLED),
                DEFAULT.with(Truncation.sigmas(3)),
                // So wide that a coarse grid's masses, and with them the fit, have kinks.
                DEFAULT.with(new Truncation(40, 2)).with(Grid.points(7)).with(Complement.GRID_POINTS));
    }

    /** Sigmas over the narrow ones, the table, the ends of both, and what lies beyond. */
    private static float[] sigmas() {
        UniformRandomProvider random = new RandomStreams(20).stream(0);
        float[] sigma = new float[1000];
        for (int i = 0; i < sigma.length; i++) {
            sigma[i] = (float) Math.pow(10, -6 + 8.5 * random.nextDouble());
        }
        float[] edges = {
            0, Float.MIN_VALUE, 0.05f, 0.2f, Math.nextDown(0.2f), Math.nextUp(0.2f), 51.2f, 290, 1e9f, 3e38f
        };
        System.arraycopy(edges, 0, sigma, 0, edges.length);
        return sigma;
    }

    /** The promise of 1e-10, in double, before anything is rounded to float. */
    @ParameterizedTest
    @MethodSource("wrappers")
    void theShapeAgreesWithTheDirectEvaluation(EpistemicWrapper wrapper) {
        GaussianShape share = new GaussianShape(wrapper, law -> law.mean().inside());
        GaussianShape outside = new GaussianShape(wrapper, law -> alpha(law).below());
        GaussianShape middle = new GaussianShape(wrapper, law -> alpha(law).inside());
        for (float sigma : sigmas()) {
            if (sigma > 0) {
                IntervalLaw law = wrapper.wrap(Posterior.gaussian(0, sigma)).law();
                double inside = law.mean().inside();
                assertThat(share.at(sigma)).as("sigma %s", sigma).isCloseTo(inside, offset(1e-10 * inside));
                Components alpha = alpha(law);
                assertThat(outside.at(sigma))
                        .as("sigma %s", sigma)
                        .isCloseTo(alpha.below(), offset(1e-10 * alpha.below()));
                assertThat(middle.at(sigma))
                        .as("sigma %s", sigma)
                        .isCloseTo(alpha.inside(), offset(1e-10 * alpha.inside()));
            }
        }
    }

    private static Components alpha(IntervalLaw law) {
        return law instanceof IntervalLaw.Dirichlet dirichlet ? dirichlet.alpha() : new Components(0, 1e9, 0);
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void boundsAreThoseOfEachWeightRoundedToFloat(EpistemicWrapper wrapper) {
        float[] sigma = sigmas();
        if (wrapper.truncation().maxHalfWidth() == Double.POSITIVE_INFINITY) {
            sigma[9] = 1e37f; // three times the 3e38 there is no float
        }
        float[] mu = means(sigma.length);
        float[] lower = new float[mu.length];
        float[] upper = new float[mu.length];
        BulkWrapper.of(wrapper).expected(mu, sigma, lower, upper);
        for (int i = 0; i < mu.length; i++) {
            Interval single = wrapper.wrap(Posterior.gaussian(mu[i], sigma[i])).interval();
            double rounding = 2 * Math.ulp((float) (0.5 * single.width()));
            assertThat((double) lower[i])
                    .isCloseTo(single.lower(), offset(rounding + 0.6 * Math.ulp((float) single.lower())));
            assertThat((double) upper[i])
                    .isCloseTo(single.upper(), offset(rounding + 0.6 * Math.ulp((float) single.upper())));
        }
    }

    @Test
    void anyNumberOfThreadsGivesTheSameBits() {
        float[] sigma = repeat(sigmas(), 40);
        float[] mu = means(sigma.length);
        float[][] one = onThreads(1, mu, sigma);
        for (int threads : new int[] {2, 3, 64}) {
            assertThat(onThreads(threads, mu, sigma)).isDeepEqualTo(one);
        }
        assertThat(all(BulkWrapper.of(DEFAULT), mu, sigma)).isDeepEqualTo(one);
    }

    private static float[][] onThreads(int threads, float[] mu, float[] sigma) {
        ForkJoinPool pool = new ForkJoinPool(threads);
        try {
            return pool.submit(() -> all(BulkWrapper.of(DEFAULT), mu, sigma)).join();
        } finally {
            pool.shutdown();
        }
    }

    private static float[][] all(BulkWrapper wrapper, float[] mu, float[] sigma) {
        float[][] results = new float[4][mu.length];
        wrapper.expected(mu, sigma, results[0], results[1]);
        wrapper.drawn(mu, sigma, Draws.single(5), results[2], results[3]);
        return results;
    }

    @Test
    void chunksGiveTheSameAsTheWhole() {
        float[] sigma = repeat(sigmas(), 40);
        float[] mu = means(sigma.length);
        BulkWrapper wrapper = BulkWrapper.of(DEFAULT);
        float[][] whole = all(wrapper, mu, sigma);
        int chunk = 2 * Draws.BLOCK;
        for (int from = 0; from < mu.length; from += chunk) {
            int to = Math.min(mu.length, from + chunk);
            float[] lower = new float[to - from];
            float[] upper = new float[to - from];
            float[] chunkMu = Arrays.copyOfRange(mu, from, to);
            float[] chunkSigma = Arrays.copyOfRange(sigma, from, to);
            wrapper.expected(chunkMu, chunkSigma, lower, upper);
            assertThat(lower).isEqualTo(Arrays.copyOfRange(whole[0], from, to));
            assertThat(upper).isEqualTo(Arrays.copyOfRange(whole[1], from, to));
            wrapper.drawn(chunkMu, chunkSigma, new Draws(new RandomStreams(5), 1, from), lower, upper);
            assertThat(lower).isEqualTo(Arrays.copyOfRange(whole[2], from, to));
            assertThat(upper).isEqualTo(Arrays.copyOfRange(whole[3], from, to));
        }
    }

    /** Ends of draws: means and variances of their Beta laws within five standard errors. */
    @Test
    void drawsFollowTheLaw() {
        for (float sigma : new float[] {0.05f, 0.5f, 2}) {
            int count = 100_000;
            float[] sigmas = new float[count];
            Arrays.fill(sigmas, sigma);
            float[] lower = new float[count];
            float[] upper = new float[count];
            BulkWrapper.of(DEFAULT).drawn(new float[count], sigmas, Draws.single(6), lower, upper);
            WrappedPosterior wrapped = DEFAULT.wrap(Posterior.gaussian(0, sigma));
            IntervalLaw.Dirichlet law = (IntervalLaw.Dirichlet) wrapped.law();
            double half = wrapped.posterior().domain().upper();
            double sd = 2
                    * half
                    * Math.sqrt(BetaDistribution.of(
                                    law.alpha().below(),
                                    law.alpha().inside() + law.alpha().above())
                            .getVariance());
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < count; i++) {
                assertThat(lower[i]).isLessThanOrEqualTo(upper[i]);
                double deviation = lower[i] - wrapped.interval().lower();
                sum += deviation;
                squares += deviation * deviation;
            }
            assertThat(sum / count).isCloseTo(0, offset(5 * sd / Math.sqrt(count)));
            assertThat(squares / count / (sd * sd)).isCloseTo(1, offset(0.05));
        }
    }

    @Test
    void theMeanOfManyDrawsApproachesTheExpectation() {
        float[] sigma = {0, 0.05f, 0.5f, 2, 1000};
        float[] mu = {1, 0, 0, 0, 0};
        float[] lower = new float[5];
        float[] upper = new float[5];
        float[] meanLower = new float[5];
        float[] meanUpper = new float[5];
        BulkWrapper wrapper = BulkWrapper.of(DEFAULT);
        wrapper.expected(mu, sigma, lower, upper);
        wrapper.drawn(mu, sigma, Draws.mean(7, 40_000), meanLower, meanUpper);
        assertThat(meanLower).containsExactly(lower, offset(0.01f));
        assertThat(meanUpper).containsExactly(upper, offset(0.01f));
        assertThat(new float[] {meanLower[0], meanUpper[0]}).as("a point").containsExactly(1, 1);
        assertThat(new float[] {meanLower[4], meanUpper[4]}).as("vacuous").containsExactly(lower[4], upper[4]);
    }

    @Test
    void whatIsNotWrappedKeepsOneSigma() {
        float[] mu = {0, 1, 2};
        float[] sigma = {0.1f, 0.25f, 0.5f};
        float[] lower = new float[3];
        float[] upper = new float[3];
        BulkWrapper wrapper = BulkWrapper.of(DEFAULT);
        wrapper.expected(mu, sigma, lower, upper);
        float wrapped = upper[1];
        BitSet selected = new BitSet();
        selected.set(1);
        wrapper.keepUnwrapped(selected, mu, sigma, lower, upper);
        assertThat(lower).containsExactly(new float[] {-0.1f, 2 - wrapped, 1.5f}, offset(1e-6f));
        assertThat(upper).containsExactly(new float[] {0.1f, wrapped, 2.5f}, offset(1e-6f));
    }

    /** Their tables are dear. */
    @Test
    void equalWrappersShareTheirTables() {
        BulkWrapper one = BulkWrapper.of(DEFAULT.with(Grid.points(31)));
        assertThat(BulkWrapper.of(DEFAULT.with(Grid.points(31)))).isSameAs(one);
        for (int points = 50; points < 70; points++) {
            BulkWrapper.of(DEFAULT.with(Grid.points(points)));
        }
        assertThat(BulkWrapper.of(DEFAULT.with(Grid.points(31))))
                .as("not all are kept")
                .isNotSameAs(one);
    }

    @Test
    void noWeightsAreNoTrouble() {
        float[] none = {};
        BulkWrapper.of(DEFAULT).expected(none, none, none, none);
    }

    /** Of several bad weights the first is named, whatever the threads do. */
    @Test
    void badWeightsAreNamed() {
        float[] mu = new float[200_000];
        float[] sigma = new float[200_000];
        float[] lower = new float[200_000];
        BulkWrapper wrapper = BulkWrapper.of(DEFAULT);
        sigma[150_000] = -1;
        sigma[70_001] = Float.NaN;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wrapper.expected(mu, sigma, lower, lower))
                .withMessage("sigma[70001] must be a finite number >= 0, but is NaN");
        mu[3] = Float.NEGATIVE_INFINITY;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wrapper.drawn(mu, sigma, Draws.single(1), lower, lower))
                .withMessage("mu[3] must be a finite number, but is -Infinity");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wrapper.keepUnwrapped(new BitSet(), mu, sigma, lower, lower))
                .withMessage("mu[3] must be a finite number, but is -Infinity");
    }

    @Test
    void noBoundIsSilentlyInfinite() {
        float[] huge = {3e38f};
        BulkWrapper wide = BulkWrapper.of(DEFAULT.with(Truncation.sigmas(5)).with(DirichletFit.POOLED));
        String message = "the interval of weight 0 must be finite in float, but mu[0] is %s and sigma[0] is %s";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wide.expected(new float[1], huge, new float[1], new float[1]))
                .withMessage(message, "0.0", "3.0E38");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wide.drawn(new float[1], huge, Draws.single(1), new float[1], new float[1]))
                .withMessage(message, "0.0", "3.0E38");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wide.keepUnwrapped(new BitSet(), huge, huge, new float[1], new float[1]))
                .withMessage(message, "3.0E38", "3.0E38");
    }

    /** Truncations at the ends of the float range, where segments of a table must not reach 0 or infinity. */
    @Test
    void extremeTruncationsWork() {
        for (Truncation truncation : new Truncation[] {new Truncation(5, 1e37), new Truncation(5, 5e-40)}) {
            float[] sigma = {1e-42f, 1e-30f, 1, 1e30f, 1e36f, 1e38f};
            float[] lower = new float[6];
            float[] upper = new float[6];
            EpistemicWrapper wrapper = DEFAULT.with(truncation);
            BulkWrapper.of(wrapper).expected(new float[6], sigma, lower, upper);
            for (int i = 0; i < 6; i++) {
                double single =
                        wrapper.wrap(Posterior.gaussian(0, sigma[i])).interval().upper();
                assertThat((double) upper[i]).isCloseTo(single, offset(2e-7 * single + Float.MIN_VALUE));
            }
        }
    }

    @Test
    void outputsMayOverwriteInputs() {
        float[] sigma = sigmas();
        float[] mu = means(sigma.length);
        float[][] apart = all(BulkWrapper.of(DEFAULT), mu, sigma);
        float[] lower = mu.clone();
        float[] upper = sigma.clone();
        BulkWrapper.of(DEFAULT).expected(lower, upper, lower, upper);
        assertThat(lower).isEqualTo(apart[0]);
        assertThat(upper).isEqualTo(apart[1]);
        lower = mu.clone();
        upper = sigma.clone();
        BulkWrapper.of(DEFAULT).drawn(lower, upper, Draws.single(5), lower, upper);
        assertThat(lower).isEqualTo(apart[2]);
        assertThat(upper).isEqualTo(apart[3]);
    }

    @Test
    void badArgumentsAreNamed() {
        float[] two = {1, 2};
        float[] three = {1, 2, 3};
        BulkWrapper wrapper = BulkWrapper.of(DEFAULT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wrapper.expected(three, two, three, three))
                .withMessage("sigma must be as long as mu (3), but its length is 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wrapper.expected(three, three, three, two))
                .withMessage("upper must be as long as mu (3), but its length is 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Draws.mean(1, 0))
                .withMessage("count must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Draws(new RandomStreams(1), 1, 100))
                .withMessage("firstWeight must be a multiple of 4096 and >= 0, but is 100");
    }

    private static float[] means(int count) {
        UniformRandomProvider random = new RandomStreams(21).stream(0);
        float[] mu = new float[count];
        for (int i = 0; i < count; i++) {
            mu[i] = 4 * random.nextFloat() - 2;
        }
        return mu;
    }

    private static float[] repeat(float[] values, int times) {
        float[] result = new float[values.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(values, 0, result, i * values.length, values.length);
        }
        return result;
    }

    /** Some weights are drawn as if the others were not there; what another block draws does not depend on them. */
    @Test
    void onlyWhatIsSelectedIsDrawn() {
        int count = 2 * Draws.BLOCK;
        float[] mu = new float[count];
        float[] sigma = new float[count];
        Arrays.fill(sigma, 0.1f);
        float[] lower = new float[count];
        float[] upper = new float[count];
        BulkWrapper wrapper = BulkWrapper.of(DEFAULT);
        wrapper.drawn(mu, sigma, Draws.single(5), lower, upper);
        float[] someLower = new float[count];
        float[] someUpper = new float[count];
        BitSet some = new BitSet();
        some.set(7);
        some.set(100);
        some.set(Draws.BLOCK, count);
        wrapper.drawn(mu, sigma, Draws.single(5), some, someLower, someUpper);
        // The first two of a stream are the same two draws, whatever weights they are for.
        assertThat(new float[] {someLower[7], someLower[100]}).containsExactly(lower[0], lower[1]);
        assertThat(new float[] {someUpper[7], someUpper[100]}).containsExactly(upper[0], upper[1]);
        assertThat(Arrays.copyOfRange(someLower, Draws.BLOCK, count))
                .containsExactly(Arrays.copyOfRange(lower, Draws.BLOCK, count));
        for (int i = 0; i < Draws.BLOCK; i++) {
            if (!some.get(i)) {
                assertThat(someLower[i]).isZero();
                assertThat(someUpper[i]).isZero();
            }
        }
    }
}
