package org.epiwrap.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What stands before the data of a file, and the bounds that reader and writer share.
 *
 * @param metadata texts by their keys, in the order of the file
 * @param tensors by their names, in the order of the file
 */
record Header(Map<String, String> metadata, Map<String, Entry> tensors) {
    /** The bytes before the header, which hold its length. */
    static final int LENGTH_BYTES = 8;

    static final int MAX_BYTES = 100_000_000;
    static final int MAX_METADATA = 100_000;

    static final String METADATA = "__metadata__";
    static final String TYPE = "dtype";
    static final String SHAPE = "shape";
    static final String OFFSETS = "data_offsets";

    Header {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }

    /**
     * Where a tensor lies.
     *
     * @param begin its first byte, counted from the end of the header
     * @param end the byte after its last
     */
    record Entry(TensorInfo info, long begin, long end) {}
}
