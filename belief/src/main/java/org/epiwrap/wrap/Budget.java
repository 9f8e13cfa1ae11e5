package org.epiwrap.wrap;

import java.util.BitSet;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.numbers.arrays.Selection;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;

/**
 * Which weights of a model are wrapped: a share of them, those that rank highest or some at random. Of N weights,
 * share·N are taken, rounded to the nearest whole number; of equals the first.
 */
public sealed interface Budget {

    /** Returns the share that is wrapped, from 0 to 1. */
    double share();

    /** Returns the indexes of the weights to wrap, in time proportional to their number. */
    BitSet select(Weights weights);

    static Budget highest(Criterion criterion, double share) {
        return new Highest(criterion, share);
    }

    /** Returns the budget of a share of the weights, from 0 to 1, with the highest impact on the output. */
    static Budget impact(double share) {
        return new Impact(share);
    }

    /** Returns the budget of a share of the weights, from 0 to 1, drawn at random; a seed always draws the same. */
    static Budget random(double share, long seed) {
        return new AtRandom(share, seed);
    }

    /** Selects the given share of the weights with the highest scores by a criterion. */
    record Highest(Criterion criterion, double share) implements Budget {
        public Highest {
            Check.share("share", share);
        }

        @Override
        public BitSet select(Weights weights) {
            return top(weights.count(), share, i -> weights.score(criterion, i));
        }
    }

    /** Selects the given share of the weights with the highest impact, sigma·reach. */
    record Impact(double share) implements Budget {
        public Impact {
            Check.share("share", share);
        }

        @Override
        public BitSet select(Weights weights) {
            return top(weights.count(), share, weights::impact);
        }
    }

    /** Selects the given share of the weights at random without replacement; equal seeds select the same. */
    record AtRandom(double share, long seed) implements Budget {
        public AtRandom {
            Check.share("share", share);
        }

        /** Selection sampling: each weight is taken with the chance that the rest of the budget leaves it. */
        @Override
        public BitSet select(Weights weights) {
            UniformRandomProvider random = new RandomStreams(seed).stream(0);
            int count = weights.count();
            int wanted = wanted(count, share);
            BitSet selected = new BitSet(count);
            for (int i = 0; wanted > 0; i++) {
                if (random.nextInt(count - i) < wanted) {
                    selected.set(i);
                    wanted--;
                }
            }
            return selected;
        }
    }

    private static int wanted(int count, double share) {
        return (int) Math.round(share * count);
    }

    private static BitSet top(int count, double share, IntToDoubleFunction score) {
        BitSet selected = new BitSet(count);
        int wanted = wanted(count, share);
        if (wanted == 0) {
            return selected;
        }
        double[] scores = new double[count];
        for (int i = 0; i < count; i++) {
            scores[i] = score.applyAsDouble(i);
        }
        Selection.select(scores, count - wanted);
        double lowest = scores[count - wanted];
        int equals = wanted;
        for (int i = 0; i < count; i++) {
            if (score.applyAsDouble(i) > lowest) {
                selected.set(i);
                equals--;
            }
        }
        for (int i = 0; equals > 0; i++) {
            if (score.applyAsDouble(i) == lowest) {
                selected.set(i);
                equals--;
            }
        }
        return selected;
    }
}
