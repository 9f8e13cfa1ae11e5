package org.epiwrap.hybrid;

import java.util.Optional;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.BulkWrapper;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.Weights;

/**
 * How the posteriors of a network become intervals. Weights outside of the budget keep μ ± σ.
 *
 * @param budget which weights are wrapped
 * @param draws how intervals are drawn; without it each weight has its expected interval
 * @param reach what a budget by impact looks at; others need none
 */
public record Wrapping(EpistemicWrapper wrapper, Budget budget, Optional<Draws> draws, Optional<Reach> reach) {

    /** Every weight gets its expected interval. */
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

    /** Intervals that are drawn, or means of such, in place of the expected ones. */
    public Wrapping with(Draws newDraws) {
        return new Wrapping(wrapper, budget, Optional.of(newDraws), reach);
    }

    public Wrapping with(Reach newReach) {
        return new Wrapping(wrapper, budget, draws, Optional.of(newReach));
    }

    /** Fills the bounds of a run's weights as if all were in the budget. */
    void wrap(BayesianNetwork network, int run, float[] lower, float[] upper) {
        float[] mu = network.means(run);
        float[] sigma = network.deviations(run);
        BulkWrapper bulk = BulkWrapper.of(wrapper);
        if (draws.isPresent()) {
            bulk.drawn(mu, sigma, draws.get(), lower, upper);
        } else {
            bulk.expected(mu, sigma, lower, upper);
        }
    }

    /** Gives the weights of a run that are outside of the budget μ ± σ. */
    void limit(BayesianNetwork network, int run, float[] lower, float[] upper) {
        if (budget.share() < 1) {
            float[] mu = network.means(run);
            float[] sigma = network.deviations(run);
            Weights weights = Weights.of(mu, sigma);
            if (budget instanceof Budget.Impact) {
                Reach by = reach.orElseThrow(() -> new IllegalArgumentException(
                        "a budget by impact must be given images to see the reach of weights by"));
                weights = weights.withReach(by.of(network, run));
            }
            BulkWrapper.of(wrapper).keepUnwrapped(budget.select(weights), mu, sigma, lower, upper);
        }
    }
}
