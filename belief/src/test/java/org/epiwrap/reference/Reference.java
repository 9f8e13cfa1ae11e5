package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.epiwrap.dirichlet.Components;

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

    static Stream<JsonNode> rows(String file, String key) {
        return StreamSupport.stream(read(file).get(key).spliterator(), false);
    }

    /** Equal to 1e-11 of the value, and 1e-14 for rounding. */
    static void assertClose(double actual, JsonNode expected, String what) {
        double value = expected.asDouble();
        assertThat(actual).as(what).isCloseTo(value, Offset.offset(1e-11 * Math.abs(value) + 1e-14));
    }

    static void assertClose(Components actual, JsonNode expected, String what) {
        assertClose(actual.below(), expected.get(0), what + " below");
        assertClose(actual.inside(), expected.get(1), what + " inside");
        assertClose(actual.above(), expected.get(2), what + " above");
    }
}
