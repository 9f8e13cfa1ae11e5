package org.epiwrap.exchange;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a convention makes of a file's names.
 *
 * @param layers in the order of the file
 * @param vector the array of spreads of the whole network, where there is such a one
 * @param used for each array that has its place, what it is
 * @param other for each array that was recognised but is not needed, why
 * @param same for each array that must hold the same numbers as another, which is taken, that one
 */
record Match(
        Convention convention,
        List<LayerNames> layers,
        Optional<String> vector,
        Map<String, String> used,
        Map<String, String> other,
        Map<String, String> same) {

    /** The arrays of a layer. */
    record LayerNames(
            String layer,
            String weight,
            Optional<String> weightSpread,
            Optional<String> bias,
            Optional<String> biasSpread) {}

    Match with(SpreadRule spread) {
        return new Match(convention.with(spread), layers, vector, used, other, same);
    }

    /** How many of the file's arrays have a meaning. */
    int explained() {
        return used.size() + other.size() + same.size();
    }
}
