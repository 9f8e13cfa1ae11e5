package org.epiwrap.exchange;

/** A batch norm's numbers as the file has them. */
final class RawNorm {
    private final String name;
    private final String from;
    private final double[] scale;
    private final double[] shift;
    private final double[] mean;
    private final double[] variance;

    /**
     * Numbers of one norm.
     *
     * @param name of the norm
     * @param from the arrays they come from, for the report
     */
    RawNorm(String name, String from, double[] scale, double[] shift, double[] mean, double[] variance) {
        this.name = name;
        this.from = from;
        this.scale = scale;
        this.shift = shift;
        this.mean = mean;
        this.variance = variance;
    }

    String name() {
        return name;
    }

    String from() {
        return from;
    }

    int channels() {
        return scale.length;
    }

    double[] scale() {
        return scale;
    }

    double[] shift() {
        return shift;
    }

    double[] mean() {
        return mean;
    }

    double[] variance() {
        return variance;
    }
}
