package org.epiwrap.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.data.Offset;
import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.FocalSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

class ClassBeliefPropertyTest {
    private static final int CASES = 2000;
    private static final Offset<Double> ROUNDING = offset(1e-12);

    @Test
    void pignisticProbabilitiesLieBetweenBeliefAndPlausibility() {
        RandomCases.forAll(41, CASES, random -> {
            int classes = 2 + random.nextInt(130);
            ClassBelief belief = belief(random, classes);
            double[] pignistic = belief.pignistic();
            assertThat(Arrays.stream(pignistic).sum()).isCloseTo(1, ROUNDING);
            assertThat(belief.nonSpecificity()).isBetween(0.0, Math.log(classes) / Math.log(2) + 1e-12);
            for (int draw = 0; draw < 5; draw++) {
                ClassSet set = set(random, classes);
                double probability =
                        set.classes().mapToDouble(c -> pignistic[c]).sum();
                assertThat(belief.belief(set)).isLessThanOrEqualTo(probability + 1e-12);
                assertThat(belief.plausibility(set)).isGreaterThanOrEqualTo(probability - 1e-12);
                ClassSet rest = ClassSet.where(classes, c -> !set.contains(c));
                assertThat(belief.plausibility(set)).isCloseTo(1 - belief.belief(rest), ROUNDING);
            }
            assertThat(belief.belief(ClassSet.where(classes, c -> true))).isCloseTo(1, ROUNDING);
            assertThat(belief.belief(ClassSet.of())).isZero();
            assertThat(belief.plausibility(ClassSet.of())).isZero();
        });
    }

    /** On few classes all subsets can be looked at: the Möbius inverse of the belief is the mass. */
    @Test
    void massesCanBeRecovered() {
        RandomCases.forAll(42, CASES, random -> {
            int classes = 2 + random.nextInt(5);
            ClassBelief belief = belief(random, classes);
            for (int bits = 1; bits < 1 << classes; bits++) {
                double inverse = 0;
                for (int inner = 1; inner < 1 << classes; inner++) {
                    if ((inner & ~bits) == 0) {
                        int sign = Integer.bitCount(bits - inner) % 2 == 0 ? 1 : -1;
                        inverse += sign * belief.belief(ofBits(classes, inner));
                    }
                }
                ClassSet set = ofBits(classes, bits);
                double mass = belief.focal().stream()
                        .filter(focal -> focal.set().equals(set))
                        .mapToDouble(FocalSet::mass)
                        .sum();
                assertThat(inverse).isCloseTo(mass, ROUNDING);
            }
        });
    }

    @Test
    void decisionsLieBetweenBeliefAndPlausibility() {
        RandomCases.forAll(43, CASES, random -> {
            int classes = 2 + random.nextInt(20);
            int draws = 1 + random.nextInt(30);
            List<ClassSet> sets = new ArrayList<>();
            double[][] midpoints = new double[draws][];
            for (int d = 0; d < draws; d++) {
                sets.add(set(random, classes));
                midpoints[d] = Cases.probabilities(random, classes);
            }
            PredictiveRandomSet predicted = PredictiveRandomSet.of(sets, midpoints);
            double[] decision = predicted.decision();
            assertThat(Arrays.stream(decision).sum()).isCloseTo(1, ROUNDING);
            for (int c = 0; c < classes; c++) {
                assertThat(decision[c])
                        .isBetween(
                                predicted.belief().belief(ClassSet.of(c)) - 1e-12,
                                predicted.belief().plausibility(ClassSet.of(c)) + 1e-12);
                assertThat(decision[c]).isLessThanOrEqualTo(decision[predicted.decided()]);
            }

            // Midpoints that know nothing split evenly.
            double[][] even = new double[draws][classes];
            for (double[] midpoint : even) {
                Arrays.fill(midpoint, random.nextBoolean() ? 1.0 / classes : 0);
            }
            double[] pignistic = predicted.belief().pignistic();
            double[] evenly = PredictiveRandomSet.of(sets, even).decision();
            for (int c = 0; c < classes; c++) {
                assertThat(evenly[c]).isCloseTo(pignistic[c], ROUNDING);
            }
        });
    }

    /** A contour is a belief function with nested focal sets; its quantities are those of that belief function. */
    @Test
    void contoursAreBeliefFunctions() {
        RandomCases.forAll(44, CASES, random -> {
            int classes = 2 + random.nextInt(20);
            double[] radii = radii(random, classes);
            double scale = Math.pow(10, 2 * random.nextDouble() - 1);
            ClassContour contour = ClassContour.of(radii, scale);
            ClassBelief belief = nested(contour, classes);
            int top = topOf(radii);
            for (int c = 0; c < classes; c++) {
                assertThat(belief.plausibility(ClassSet.of(c))).isCloseTo(contour.plausibility(c), ROUNDING);
            }
            double rival = 0;
            for (int c = 0; c < classes; c++) {
                rival = c == top ? rival : Math.max(rival, contour.plausibility(c));
            }
            assertThat(belief.belief(ClassSet.of(top))).isCloseTo(1 - rival, ROUNDING);
            assertThat(contour.nonSpecificity())
                    .isCloseTo(belief.nonSpecificity() * Math.log(2) / Math.log(classes), ROUNDING);
            for (int draw = 0; draw < 5; draw++) {
                ClassSet set = set(random, classes);
                double most =
                        set.classes().mapToDouble(contour::plausibility).max().orElseThrow();
                assertThat(contour.belief().plausibility(set)).isCloseTo(most, ROUNDING);
                assertThat(contour.belief().belief(set)).isCloseTo(belief.belief(set), ROUNDING);
            }
        });
    }

    /** Discounting leaves the share that it does not take of every belief but the certain one. */
    @Test
    void discountingMovesBeliefToAllClasses() {
        RandomCases.forAll(46, CASES, random -> {
            int classes = 2 + random.nextInt(100);
            ClassBelief belief = belief(random, classes);
            double share = random.nextDouble();
            ClassBelief discounted = belief.discounted(share);
            ClassSet set = set(random, classes);
            double left = set.size() == classes ? 1 : (1 - share) * belief.belief(set);
            assertThat(discounted.belief(set)).isCloseTo(left, ROUNDING);
            assertThat(discounted.plausibility(set))
                    .isCloseTo(share + (1 - share) * belief.plausibility(set), ROUNDING);
            assertThat(discounted.classes()).isEqualTo(classes);
        });
    }

    @Test
    void theScaleGivesTheBits() {
        RandomCases.forAll(45, 200, random -> {
            int classes = 2 + random.nextInt(20);
            double[][] radii = new double[1 + random.nextInt(40)][];
            for (int i = 0; i < radii.length; i++) {
                radii[i] = radii(random, classes);
            }
            double bits = (0.1 + 0.6 * random.nextDouble()) * Math.log(classes) / Math.log(2);
            double scale = ClassContour.scaleFor(radii, bits);
            double mean = 0;
            for (double[] image : radii) {
                mean += ClassContour.of(image, scale).nonSpecificity() * Math.log(classes) / Math.log(2) / radii.length;
            }
            assertThat(mean).isCloseTo(bits, offset(1e-10));
        });
    }

    private static ClassBelief nested(ClassContour contour, int classes) {
        double[] levels = new double[classes];
        Arrays.setAll(levels, contour::plausibility);
        Arrays.sort(levels);
        List<FocalSet> focal = new ArrayList<>();
        double below = 0;
        for (double level : levels) {
            focal.add(new FocalSet(ClassSet.where(classes, c -> contour.plausibility(c) >= level), level - below));
            below = level;
        }
        return ClassBelief.of(classes, focal);
    }

    private static double[] radii(UniformRandomProvider random, int classes) {
        double[] radii = random.doubles(classes).map(x -> 0.1 + 4 * x).toArray();
        radii[random.nextInt(classes)] = radii[0];
        radii[random.nextInt(classes)] = 0;
        return radii;
    }

    private static int topOf(double[] radii) {
        int top = 0;
        while (radii[top] > 0) {
            top++;
        }
        return top;
    }

    private static ClassBelief belief(UniformRandomProvider random, int classes) {
        double[] masses = Cases.probabilities(random, 2 + random.nextInt(40));
        List<FocalSet> focal = new ArrayList<>();
        for (double mass : masses) {
            focal.add(new FocalSet(set(random, classes), mass));
        }
        return ClassBelief.of(classes, focal);
    }

    /** From a single class to all. */
    private static ClassSet set(UniformRandomProvider random, int classes) {
        double share = random.nextDouble() * random.nextDouble() * 1.5;
        int one = random.nextInt(classes);
        return ClassSet.where(classes, c -> c == one || random.nextDouble() < share);
    }

    private static ClassSet ofBits(int classes, int bits) {
        return ClassSet.where(classes, c -> (bits >> c & 1) == 1);
    }
}
