package org.epiwrap.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file, or a folder of files, that holds named arrays and is open for reading. What each array is, is known and checked
 * from the start; its numbers are read when they are asked for, and stand with the last axis running fastest whatever
 * their order in the file.
 */
public interface ArrayFile extends Closeable {

    /** The number of arrays that a file may hold. */
    int MAX_ARRAYS = 100_000;

    /** The length that a name may have, in characters as Java counts them. */
    int MAX_NAME = 1024;

    Path path();

    /** Returns the names of the arrays, in the order of the file. */
    Set<String> names();

    /**
     * Returns whether that order can be the one in which whoever wrote the file gave the arrays; else it was made by
     * sorting, or by the file system, and means nothing.
     */
    boolean keepsOrder();

    /** Returns the type and shape of an array; a name that is not there is refused. */
    TensorInfo info(String name) throws IOException;

    /** Returns the numbers of an F64, F32, F16 or BF16 array, exactly. */
    double[] doubles(String name) throws IOException;

    /** Returns the numbers of an array of any whole type; a U64 beyond the range of long is refused. */
    long[] longs(String name) throws IOException;
}
