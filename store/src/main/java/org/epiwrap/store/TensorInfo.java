package org.epiwrap.store;

/** What a file says of a tensor before its numbers are read. */
public record TensorInfo(DataType type, Shape shape) {

    @Override
    public String toString() {
        return type + " " + shape;
    }
}
