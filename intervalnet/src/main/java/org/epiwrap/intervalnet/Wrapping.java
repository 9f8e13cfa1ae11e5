package org.epiwrap.intervalnet;

import java.util.BitSet;
import java.util.Optional;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.BulkWrapper;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.Weights;

/**
 * How the posteriors of a network become intervals. Weights outside of the budget keep μ ± σ. What is drawn at random
 * follows from the seed of the draws or of the budget and from that of the run: runs wrapped together are what they are
 * alone.
 *
 * @param budget which weights are wrapped
 * @param draws how intervals are drawn; without it each weight has its expected interval
 * @param reach what a budget by impact looks at; others need none
 */
public record Wrapping(EpistemicWrapper wrapper, Budget budget, Optional<Draws> draws, Optional<Reach> reach) {

    /** Returns the wrapping by which every weight gets its expected interval. */
    public static Wrapping withDefaults() {
        return new Wrapping(
                EpistemicWrapper.withDefaults(),
                Budget.highest(Criterion.SIGMA, 1),
                Optional.empty(),
                Optional.empty());
    }

    public Wrapping with(EpistemicWrapper newWrapper) {
        return new Wrapping(newWrapper, budget, draws, reach);
    }

    public Wrapping with(Budget newBudget) {
        return new Wrapping(wrapper, newBudget, draws, reach);
    }

    /** Returns this wrapping with drawn intervals, or means of such, in place of the expected ones. */
    public Wrapping with(Draws newDraws) {
        return new Wrapping(wrapper, budget, Optional.of(newDraws), reach);
    }

    public Wrapping with(Reach newReach) {
        return new Wrapping(wrapper, budget, draws, Optional.of(newReach));
    }

    /** Fills the bounds of a run's weights: of those selected, or all; the others get μ ± σ, and draw nothing. */
    void wrap(BayesianNetwork network, int run, Optional<BitSet> selected, float[] lower, float[] upper) {
        float[] mu = network.means(run);
        float[] sigma = network.deviations(run);
        BulkWrapper bulk = BulkWrapper.of(wrapper);
        if (draws.isPresent()) {
            Draws given = draws.get();
            RandomStreams streams =
                    new RandomStreams(Purpose.DRAWS.seed(given.streams().seed(), seed(network, run)));
            Draws own = new Draws(streams, given.count(), given.firstWeight());
            if (selected.isPresent()) {
                bulk.drawn(mu, sigma, own, selected.get(), lower, upper);
            } else {
                bulk.drawn(mu, sigma, own, lower, upper);
            }
        } else {
            bulk.expected(mu, sigma, lower, upper);
        }
        selected.ifPresent(some -> limit(some, network, run, lower, upper));
    }

    private static long seed(BayesianNetwork network, int run) {
        return network.seeds().own().get(run);
    }

    /** Returns the weights of a run that are in the budget, or nothing if all are. */
    public Optional<BitSet> selected(BayesianNetwork network, int run) {
        if (budget.share() == 1) {
            return Optional.empty();
        }
        Weights weights = Weights.of(network.means(run), network.deviations(run));
        if (budget instanceof Budget.Impact) {
            Reach by = reach.orElseThrow(() -> new IllegalArgumentException(
                    "a budget by impact must be given images to see the reach of weights by"));
            return Optional.of(budget.select(weights.withReach(by.of(network, run))));
        } else if (budget instanceof Budget.AtRandom random) {
            long own = Purpose.BUDGET.seed(random.seed(), seed(network, run));
            return Optional.of(Budget.random(random.share(), own).select(weights));
        }
        return Optional.of(budget.select(weights));
    }

    /** Gives the weights of a run that are outside of a selection μ ± σ. */
    void limit(BitSet selection, BayesianNetwork network, int run, float[] lower, float[] upper) {
        BulkWrapper.of(wrapper).keepUnwrapped(selection, network.means(run), network.deviations(run), lower, upper);
    }
}
