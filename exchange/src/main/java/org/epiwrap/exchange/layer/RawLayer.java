package org.epiwrap.exchange.layer;

import java.util.List;
import java.util.Optional;
import org.epiwrap.store.Shape;

/**
 * The numbers of a layer as they are in the file.
 *
 * @param place of its kernel among the arrays of the file, or of the layer among those of a vector
 */
public record RawLayer(String name, int place, Part kernel, Optional<Part> bias) {

    /**
     * A kernel or a bias.
     *
     * @param from the arrays it comes from, for the report
     * @param sigma its standard deviations; empty for a point
     * @param draws of the whole part; empty unless the posterior is known by draws
     */
    @SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
    public record Part(String from, Shape shape, double[] mean, Optional<double[]> sigma, List<double[]> draws) {
        /** Returns a part without a spread. */
        public static Part point(String from, Shape shape, double[] mean) {
            return new Part(from, shape, mean, Optional.empty(), List.of());
        }

        /** Returns a part with standard deviations. */
        public static Part gaussian(String from, Shape shape, double[] mean, double[] sigma) {
            return new Part(from, shape, mean, Optional.of(sigma), List.of());
        }
    }
}
