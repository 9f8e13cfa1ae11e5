package org.epiwrap.randomset;

import java.util.List;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Activations;
import org.epiwrap.network.InputBatch;

/** Decides which classes a drawn network cannot rule out for an example. */
public enum SetRule {
    /** The classes whose logit can reach each other one inside the bounds, both from the same hidden layer. */
    MAXIMALITY {
        @Override
        List<ClassSet> sets(IntervalNetwork network, Activations hidden, InputBatch batch) {
            return network.passes().maximal(hidden);
        }
    },
    /** The classes whose logit can reach the largest lower bound of a logit: weaker, since it leaves more classes. */
    INTERVAL_DOMINANCE {
        @Override
        List<ClassSet> sets(IntervalNetwork network, Activations hidden, InputBatch batch) {
            return network.passes().nonDominated(hidden, batch);
        }
    };

    /** Returns the sets of the examples of a batch, from the bounds of the last layer's input. */
    abstract List<ClassSet> sets(IntervalNetwork network, Activations hidden, InputBatch batch);
}
