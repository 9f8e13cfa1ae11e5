package org.epiwrap.exchange.layer;

/**
 * The numbers of a batch norm as they are in the file.
 *
 * @param from the arrays they come from, for the report
 */
@SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
public record RawNorm(String name, String from, double[] scale, double[] shift, double[] mean, double[] variance) {

    public int channels() {
        return scale.length;
    }
}
