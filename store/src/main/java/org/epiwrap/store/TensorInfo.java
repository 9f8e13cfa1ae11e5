package org.epiwrap.store;

/** The type and shape of a tensor, which are known before its numbers are read. */
public record TensorInfo(DataType type, Shape shape) {

    @Override
    public String toString() {
        return type + " " + shape;
    }
}
