package org.epiwrap.intervalnet;

import java.util.List;
import org.epiwrap.credal.ClassSet;

/** Which classes a drawn network leaves of an image. */
public enum SetRule {
    /**
     * Those that can reach each other class for some weights and activations inside the bounds; the two that are compared
     * share one hidden layer.
     */
    MAXIMALITY {
        @Override
        List<ClassSet> sets(IntervalNetwork network, Activations hidden, ImageBatch batch) {
            return network.passes().maximal(hidden);
        }
    },
    /** Those whose logit can reach the largest lower bound of a logit: weaker, for it leaves more, and plainer to check. */
    INTERVAL_DOMINANCE {
        @Override
        List<ClassSet> sets(IntervalNetwork network, Activations hidden, ImageBatch batch) {
            return network.passes().nonDominated(hidden, batch);
        }
    };

    /** The sets of the images of a batch, from the bounds of what the last layer sees. */
    abstract List<ClassSet> sets(IntervalNetwork network, Activations hidden, ImageBatch batch);
}
