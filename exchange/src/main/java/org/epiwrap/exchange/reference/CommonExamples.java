package org.epiwrap.exchange.reference;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;

/** Examples that occur in two datasets, whatever their labels: a network cannot be calibrated on those it was trained on. */
public final class CommonExamples {
    private CommonExamples() {}

    /** Returns how many examples of some datasets are, to a network with this input, the same as one of others. */
    public static long count(List<Dataset> some, List<Dataset> others, Input input) {
        Set<ByteBuffer> known = new HashSet<>();
        others.forEach(data -> known.addAll(hashes(data, input)));
        return some.stream()
                .flatMap(data -> hashes(data, input).stream())
                .filter(known::contains)
                .count();
    }

    private static List<ByteBuffer> hashes(Dataset data, Input input) {
        if (data.size() == 0) {
            return List.of();
        }
        Input.Encoder encoder = input.encoder(data);
        float[] numbers = new float[input.shape().size()];
        MessageDigest digest = sha256();
        return IntStream.range(0, data.size())
                .mapToObj(i -> {
                    encoder.encode(i, numbers, 0);
                    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * numbers.length);
                    bytes.asFloatBuffer().put(numbers);
                    return ByteBuffer.wrap(digest.digest(bytes.array()));
                })
                .toList();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
