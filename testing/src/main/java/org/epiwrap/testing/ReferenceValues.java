package org.epiwrap.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads values of independent implementations, which are JSON files under {@code reference/} on the class path. */
public final class ReferenceValues {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ReferenceValues() {}

    /** Returns the content of a file. */
    public static JsonNode read(String file) {
        try (InputStream in = ReferenceValues.class.getResourceAsStream("/reference/" + file)) {
            return JSON.readTree(Objects.requireNonNull(in, file));
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    /** Returns the elements of an array. */
    public static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** Returns an array of numbers. */
    public static double[] doubles(JsonNode array) {
        return elements(array).mapToDouble(JsonNode::asDouble).toArray();
    }

    /** Returns an array of whole numbers. */
    public static int[] ints(JsonNode array) {
        return elements(array).mapToInt(JsonNode::asInt).toArray();
    }

    /** Returns an array of arrays of numbers. */
    public static double[][] matrix(JsonNode rows) {
        return elements(rows).map(ReferenceValues::doubles).toArray(double[][]::new);
    }

    /** Returns an array of arrays of numbers with rows and columns exchanged. */
    public static double[][] transposed(JsonNode rows) {
        double[][] matrix = matrix(rows);
        return IntStream.range(0, matrix[0].length)
                .mapToObj(j -> Stream.of(matrix).mapToDouble(row -> row[j]).toArray())
                .toArray(double[][]::new);
    }
}
