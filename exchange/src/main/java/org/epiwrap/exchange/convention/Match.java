package org.epiwrap.exchange.convention;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The arrays of a file as a convention reads them.
 *
 * @param layers in the order of the file
 * @param vector the array of spreads of the whole network, if there is one
 * @param used the arrays of layers and of all spreads
 * @param other arrays that are known not to be weights
 * @param same for each array that must equal another one, which is taken instead, that other array
 */
public record Match(
        Convention convention,
        List<LayerNames> layers,
        Optional<String> vector,
        Set<String> used,
        Set<String> other,
        Map<String, String> same) {

    /** The arrays of a layer. */
    public record LayerNames(
            String layer,
            String weight,
            Optional<String> weightSpread,
            Optional<String> bias,
            Optional<String> biasSpread) {}

    /** Returns the same match with another rule for σ. */
    public Match with(SpreadRule spread) {
        return new Match(convention.with(spread), layers, vector, used, other, same);
    }

    /** Returns how many arrays of the file are accounted for. */
    public int explained() {
        return used.size() + other.size() + same.size();
    }
}
