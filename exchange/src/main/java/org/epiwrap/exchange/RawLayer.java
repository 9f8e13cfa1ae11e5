package org.epiwrap.exchange;

import java.util.List;
import java.util.Optional;
import org.epiwrap.store.Shape;

/**
 * A layer's numbers as the file has them.
 *
 * @param place of its kernel among the arrays of the file, or of the layer among those of a vector
 */
record RawLayer(String name, int place, Part kernel, Optional<Part> bias) {

    /** A kernel or a bias. */
    static final class Part {
        private final String from;
        private final Shape shape;
        private final double[] mean;
        private final Optional<double[]> sigma;
        private final List<double[]> draws;

        private Part(String from, Shape shape, double[] mean, Optional<double[]> sigma, List<double[]> draws) {
            this.from = from;
            this.shape = shape;
            this.mean = mean;
            this.sigma = sigma;
            this.draws = draws;
        }

        static Part point(String from, Shape shape, double[] mean) {
            return new Part(from, shape, mean, Optional.empty(), List.of());
        }

        static Part gaussian(String from, Shape shape, double[] mean, double[] sigma) {
            return new Part(from, shape, mean, Optional.of(sigma), List.of());
        }

        /** A posterior that is known by draws of the whole part. */
        static Part drawn(String from, Shape shape, double[] mean, double[] sigma, List<double[]> draws) {
            return new Part(from, shape, mean, Optional.of(sigma), draws);
        }

        /** The arrays it comes from, for the report. */
        String from() {
            return from;
        }

        Shape shape() {
            return shape;
        }

        double[] mean() {
            return mean;
        }

        /** Its standard deviations; empty for a point. */
        Optional<double[]> sigma() {
            return sigma;
        }

        /** Empty unless the posterior is known by draws. */
        List<double[]> draws() {
            return draws;
        }
    }
}
