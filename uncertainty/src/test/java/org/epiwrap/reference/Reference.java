package org.epiwrap.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the independent values under {@code reference/}. */
final class Reference {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Reference() {}

    static JsonNode read(String file) {
        try (InputStream in = Reference.class.getResourceAsStream("/reference/" + file)) {
            return JSON.readTree(Objects.requireNonNull(in, file));
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    static double[] doubles(JsonNode array) {
        return elements(array).mapToDouble(JsonNode::asDouble).toArray();
    }

    static int[] ints(JsonNode array) {
        return elements(array).mapToInt(JsonNode::asInt).toArray();
    }

    static double[][] matrix(JsonNode rows) {
        return elements(rows).map(Reference::doubles).toArray(double[][]::new);
    }

    static double[][] transposed(JsonNode rows) {
        double[][] matrix = matrix(rows);
        return IntStream.range(0, matrix[0].length)
                .mapToObj(j -> Stream.of(matrix).mapToDouble(row -> row[j]).toArray())
                .toArray(double[][]::new);
    }
}
