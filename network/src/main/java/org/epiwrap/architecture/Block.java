package org.epiwrap.architecture;

import org.epiwrap.check.Check;

/** The numbers of one part of a network, such as the means of a layer's kernels. The array is not copied. */
public final class Block {
    private final BlockShape shape;
    private final float[] values;

    public Block(BlockShape shape, float[] values) {
        Check.sameLength(shape.name(), values.length, "its shape says", shape.size());
        this.shape = shape;
        this.values = values;
    }

    public BlockShape shape() {
        return shape;
    }

    public float[] values() {
        return values;
    }
}
