package org.epiwrap.architecture;

import org.epiwrap.check.Check;

/** The numbers of one part of a network, such as the means of a layer's kernels. The array is not copied. */
@SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
public record Block(BlockShape shape, float[] values) {

    public Block {
        Check.sameLength(shape.name(), values.length, "its shape says", shape.size());
    }
}
