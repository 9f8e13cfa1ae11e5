package org.epiwrap.wrap;

/**
 * A {@link SigmaTable} times a scale, in float: for results that are floats anyway. Within a segment the function moves
 * by a percent or so; that much is computed in float, and the rest, in two parts, is added last. So the result is off by
 * little more than its own rounding. (Conversions from and to double would cost more than the polynomial.)
 */
final class FloatTable {
    /** The constant term rounded to float, what the rounding left, and three powers; the fourth is below a float's step. */
    private static final int TERMS = 5;

    private final SigmaTable table;
    private final double scale;
    private final int shift;
    private final int firstSegment;
    private final int segments;
    private final float[] terms;

    FloatTable(SigmaTable table, double scale) {
        this.table = table;
        this.scale = scale;
        this.shift = table.shift;
        this.firstSegment = table.firstSegment;
        this.segments = table.segments;
        this.terms = new float[segments * TERMS];
        for (int segment = 0; segment < segments; segment++) {
            int at = segment * TERMS;
            double constant = scale * table.coefficient(segment, 0);
            terms[at] = (float) constant;
            terms[at + 1] = (float) (constant - terms[at]);
            for (int power = 1; power <= 3; power++) {
                terms[at + 1 + power] = (float) (scale * table.coefficient(segment, power));
            }
        }
    }

    float value(float sigma) {
        int bits = Float.floatToRawIntBits(sigma);
        int segment = (bits >>> shift) - firstSegment;
        if (segment >= 0 && segment < segments) {
            // The low bits behind the bits of 1.0f make a number in [1, 2).
            int low = (bits & ((1 << shift) - 1)) << (SigmaTable.MANTISSA_BITS - shift);
            float x = Float.intBitsToFloat(Float.floatToRawIntBits(1) | low) - 1.5f;
            int at = segment * TERMS;
            float[] t = terms;
            float value = t[at] + (((t[at + 4] * x + t[at + 3]) * x + t[at + 2]) * x + t[at + 1]);
            if (!Float.isNaN(value)) {
                return value;
            }
        }
        return (float) (scale * table.value(sigma));
    }
}
