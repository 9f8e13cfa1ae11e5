package org.epiwrap.network;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All that a training needs to go on as if it had not stopped. The order of the data and all noise follow from the seeds
 * and the number of the step, and need no state of their own.
 *
 * @param steps that are done
 * @param epochLoss the sum of the losses of the epoch that is under way
 * @param numbers of the network and the optimiser, by name
 */
public record TrainingState(long steps, double epochLoss, Map<String, float[]> numbers) {

    public TrainingState {
        numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    }
}
