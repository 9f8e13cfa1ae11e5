package org.epiwrap.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.BeliefFunction;
import org.epiwrap.belief.BeliefMatrix;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.ContourBelief;
import org.epiwrap.belief.Guarantee;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.belief.Violation;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;
import org.epiwrap.posterior.PointMass;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

class BeliefPropertyTest {
    private static final int CASES = 3000;

    /** What a belief function on a grid is computed from. */
    private record OnGrid(TruncatedPosterior posterior, Contour contour, Complement complement, int points) {

        static OnGrid any(UniformRandomProvider random) {
            return new OnGrid(
                    Cases.posterior(random), Cases.contour(random), Cases.complement(random), Cases.points(random));
        }

        OnGrid continuous() {
            return new OnGrid(posterior, contour, Complement.CONTINUOUS, points);
        }

        SideSuprema sides() {
            return SideSuprema.of(posterior, contour, complement, points);
        }

        NestedBelief walk() {
            return NestedBelief.of(posterior, contour, complement, points);
        }

        ContourBelief continuum() {
            return new ContourBelief(posterior, contour);
        }

        boolean hasMass() {
            return complement == Complement.CONTINUOUS
                    || IntStream.range(0, points)
                            .mapToDouble(i -> point(i, points))
                            .anyMatch(point -> contour.supremum(posterior, point, point) > 0);
        }
    }

    @Test
    void massesAreThoseOfTheDefinition() {
        RandomCases.forAll(1, CASES, random -> {
            OnGrid grid = OnGrid.any(random);
            if (!grid.hasMass()) {
                return;
            }
            BeliefMatrix matrix = BeliefMatrix.of(grid.sides());
            NestedBelief walk = grid.walk();
            int n = grid.points();

            double[][] left = new double[n][n];
            double sum = 0;
            double previousLower = -1;
            double previousUpper = 1;
            for (int k = 0; k < walk.size(); k++) {
                assertThat(walk.mass(k)).isPositive();
                assertThat(walk.reducedLower(k)).isGreaterThanOrEqualTo(previousLower);
                assertThat(walk.reducedUpper(k)).isLessThanOrEqualTo(previousUpper);
                previousLower = walk.reducedLower(k);
                previousUpper = walk.reducedUpper(k);
                left[index(previousLower, n)][index(previousUpper, n)] += walk.mass(k);
                sum += walk.mass(k);
            }
            assertThat(sum).isCloseTo(1, offset(1e-12));
            assertThat(walk.size()).isLessThanOrEqualTo(2 * n);
            for (int i = 0; i < n; i++) {
                for (int j = i; j < n; j++) {
                    assertThat(matrix.mass(i, j)).isCloseTo(left[i][j], offset(1e-12));
                }
            }
        });
    }

    @Test
    void beliefIsTheSumOfMassesInsideAndPlausibilityOfThoseThatMeet() {
        RandomCases.forAll(2, CASES, random -> {
            OnGrid grid = OnGrid.any(random).continuous();
            TruncatedPosterior posterior = grid.posterior();
            int n = grid.points();
            SideSuprema sides = grid.sides();
            NestedBelief walk = grid.walk();
            ContourBelief continuum = grid.continuum();
            int i = random.nextInt(n);
            int j = i + random.nextInt(n - i);
            Interval interval = posterior.intervalAt(point(i, n), point(j, n));
            if (posterior instanceof PointMass) {
                assertThat(walk.belief(interval)).isEqualTo(1);
                return;
            }
            assertThat(walk.belief(interval)).isCloseTo(sides.belief(i, j), offset(1e-12));
            // On the grid's own intervals the grid loses nothing; elsewhere it knows less than the continuum.
            assertThat(continuum.belief(interval)).isCloseTo(sides.belief(i, j), offset(1e-7));
            IntervalSet set = Cases.union(random, posterior.domain());
            assertThat(walk.belief(set)).isLessThanOrEqualTo(continuum.belief(set) + 1e-7);
            assertThat(walk.plausibility(set)).isGreaterThanOrEqualTo(continuum.plausibility(set) - 1e-7);
        });
    }

    @Test
    void wholeAndEmpty() {
        RandomCases.forAll(3, CASES, random -> {
            BeliefFunction belief = any(random);
            IntervalSet whole = IntervalSet.of(belief.posterior().domain());
            assertThat(belief.belief(whole)).isCloseTo(1, offset(1e-12));
            assertThat(belief.plausibility(whole)).isCloseTo(1, offset(1e-12));
            assertThat(belief.belief(IntervalSet.of())).isZero();
            assertThat(belief.plausibility(IntervalSet.of())).isZero();
        });
    }

    @Test
    void moreIsNeverBelievedLess() {
        RandomCases.forAll(4, CASES, random -> {
            BeliefFunction belief = any(random);
            Interval domain = belief.posterior().domain();
            Interval inner = Cases.interval(random, domain);
            Interval outer = Interval.of(
                    inner.lower() - domain.width() * random.nextDouble(),
                    inner.upper() + domain.width() * random.nextDouble());
            assertThat(belief.belief(inner)).isBetween(0.0, belief.belief(outer) + 1e-12);
            assertThat(belief.plausibility(inner)).isBetween(0.0, belief.plausibility(outer) + 1e-12);
            assertThat(belief.belief(inner)).isLessThanOrEqualTo(belief.plausibility(inner) + 1e-12);
        });
    }

    @Test
    void gaussiansAreBracketedByBothContours() {
        RandomCases.forAll(5, CASES, random -> assertBracketed(random, Cases.gaussian(random), Cases.contour(random)));
    }

    @Test
    void everyDensityIsBracketedByDuboisPrade() {
        RandomCases.forAll(6, CASES, random -> assertBracketed(random, Cases.density(random), Contour.DUBOIS_PRADE));
        RandomCases.forAll(
                7, CASES / 10, random -> assertBracketed(random, Cases.samples(random), Contour.DUBOIS_PRADE));
    }

    /** The named set is the worst: no sublevel set, the only candidates, breaks the bracket by more. */
    @Test
    void theWorstSetIsFound() {
        RandomCases.forAll(9, CASES, random -> {
            TabulatedDensity posterior = Cases.density(random);
            BeliefFunction belief = new ContourBelief(posterior, Contour.SUP_NORMALISED);
            double worst = belief.violation().map(Violation::excess).orElse(0.0);
            for (double level : posterior.levels()) {
                double excess = belief.violation(posterior.sublevelSet(level))
                        .map(Violation::excess)
                        .orElse(0.0);
                assertThat(excess).isLessThanOrEqualTo(worst + 1e-9);
            }
        });
    }

    /** All of a plateau has one plausibility: that of its level, by either contour. */
    @Test
    void plateausAreFlat() {
        RandomCases.forAll(10, CASES, random -> {
            double level = 0.01 + random.nextDouble();
            double side = level * random.nextDouble();
            double[] knots = {random.nextDouble(), 1 + random.nextDouble(), 3 + random.nextDouble(), 5};
            TabulatedDensity posterior = TabulatedDensity.of(knots, new double[] {side, level, level, side});
            for (Contour contour : Contour.values()) {
                BeliefFunction belief = new ContourBelief(posterior, contour);
                for (int i = 0; i < 20; i++) {
                    double x = knots[1] + (knots[2] - knots[1]) * random.nextDouble();
                    assertThat(belief.plausibility(Interval.of(x, x))).isCloseTo(1, offset(1e-12));
                }
                // The slopes beside it come near to its level without reaching it.
                double slopes = posterior.probability(Interval.of(knots[0], knots[1]))
                        + posterior.probability(Interval.of(knots[2], knots[3]));
                double expected = contour == Contour.DUBOIS_PRADE ? 1 - slopes : 0;
                assertThat(belief.belief(Interval.of(knots[1], knots[2]))).isCloseTo(expected, offset(1e-9));
            }
        });
    }

    /** A stated guarantee holds on random sets, and a denied one is broken by the very set that is named. */
    @Test
    void guaranteesAreTrueAndDenialsAreProved() {
        int[] broken = {0};
        RandomCases.forAll(8, CASES, random -> {
            BeliefFunction belief = any(random);
            if (belief.guarantee() == Guarantee.BRACKETS_PROBABILITY) {
                IntervalSet set = Cases.union(random, belief.posterior().domain());
                assertThat(belief.violation(set)).isEmpty();
            } else {
                broken[0]++;
                Violation violation = belief.violation().orElseThrow();
                assertThat(violation.excess()).isPositive();
                double probability = belief.probability(violation.set());
                // Intervals far from zero and narrow are rounded on their way through weight coordinates.
                assertThat(probability).isCloseTo(violation.probability(), offset(1e-6));
                assertThat(Math.max(
                                belief.belief(violation.set()) - probability,
                                probability - belief.plausibility(violation.set())))
                        .isCloseTo(violation.excess(), offset(1e-6));
            }
        });
        assertThat(broken[0]).as("both kinds occur").isBetween(CASES / 10, CASES * 9 / 10);
    }

    private static void assertBracketed(UniformRandomProvider random, TruncatedPosterior posterior, Contour contour) {
        BeliefFunction[] beliefs = {
            new ContourBelief(posterior, contour),
            NestedBelief.of(posterior, contour, Complement.CONTINUOUS, Cases.points(random))
        };
        for (BeliefFunction belief : beliefs) {
            assertThat(belief.guarantee()).isEqualTo(Guarantee.BRACKETS_PROBABILITY);
            for (int i = 0; i < 5; i++) {
                IntervalSet set = Cases.union(random, posterior.domain());
                double probability = belief.probability(set);
                assertThat(belief.belief(set)).isLessThanOrEqualTo(probability + 1e-12);
                assertThat(belief.plausibility(set)).isGreaterThanOrEqualTo(probability - 1e-12);
            }
        }
    }

    private static BeliefFunction any(UniformRandomProvider random) {
        OnGrid grid = OnGrid.any(random);
        return random.nextBoolean() || !grid.hasMass() ? grid.continuum() : grid.walk();
    }

    private static double point(int index, int points) {
        return (2.0 * index - (points - 1)) / (points - 1);
    }

    private static int index(double point, int points) {
        return (int) Math.round((point + 1) / 2 * (points - 1));
    }
}
