package org.epiwrap.data.shift;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.corruption.Combination;
import org.epiwrap.data.corruption.Corruption;
import org.epiwrap.data.corruption.Corruptor;
import org.epiwrap.random.RandomStreams;

/** Corrupts and combines images. What is drawn for an image depends on the seed and on its pixels, not on its place. */
final class ImageShifts {
    private static final float WHITE = 255;

    private ImageShifts() {}

    static Dataset corrupted(Dataset data, String suffix, Corruption corruption, int severity, RandomStreams random) {
        return corrupted(data, suffix, new Corruption[] {corruption}, severity, random);
    }

    /** Corrupts the first image by the first corruption, the second by the second, and after the last by the first again. */
    static Dataset corruptedInTurn(Dataset data, String suffix, int severity, RandomStreams random) {
        return corrupted(data, suffix, Corruption.values(), severity, random);
    }

    private static Dataset corrupted(
            Dataset data, String suffix, Corruption[] corruptions, int severity, RandomStreams random) {
        Volume shape = data.shape();
        Corruptor[] corruptors = Arrays.stream(corruptions)
                .map(corruption -> corruption.of(shape, severity))
                .toArray(Corruptor[]::new);
        byte[] pixels = new byte[Math.multiplyExact(data.size(), shape.size())];
        byte[] bytes = new byte[shape.size()];
        float[] image = new float[shape.size()];
        for (int i = 0; i < data.size(); i++) {
            data.pixels(i, i + 1, bytes);
            decode(bytes, image);
            // The same for every severity: an image that is moved moves on in the same direction.
            int turn = i % corruptors.length;
            corruptors[turn].apply(image, stream(random, corruptions[turn], bytes));
            encode(image, pixels, i * image.length);
        }
        return data.withPixels(suffix, shape, pixels);
    }

    /** Combines every image with one of another class. The results have no labels, since no class is theirs. */
    static Dataset combined(Dataset data, String suffix, Combination combination, RandomStreams random) {
        Volume shape = data.shape();
        OtherClasses others = OtherClasses.of(data);
        byte[] pixels = new byte[Math.multiplyExact(data.size(), shape.size())];
        byte[] bytes = new byte[shape.size()];
        float[] image = new float[shape.size()];
        float[] other = new float[shape.size()];
        for (int i = 0; i < data.size(); i++) {
            data.pixels(i, i + 1, bytes);
            decode(bytes, image);
            int partner = others.draw(data.label(i), stream(random, combination, bytes));
            data.pixels(partner, partner + 1, bytes);
            decode(bytes, other);
            combination.combine(image, other, shape);
            encode(image, pixels, i * image.length);
        }
        return Dataset.unlabelled(data.name() + "-" + suffix, shape, pixels);
    }

    /** Images with equal checksums merely share their random numbers. */
    private static UniformRandomProvider stream(RandomStreams random, Object purpose, byte[] image) {
        CRC32 checksum = new CRC32();
        checksum.update(purpose.toString().getBytes(StandardCharsets.UTF_8));
        checksum.update(image);
        return random.stream(checksum.getValue());
    }

    private static void decode(byte[] bytes, float[] image) {
        for (int i = 0; i < image.length; i++) {
            image[i] = (bytes[i] & 0xff) / WHITE;
        }
    }

    private static void encode(float[] image, byte[] pixels, int start) {
        for (int i = 0; i < image.length; i++) {
            pixels[start + i] = (byte) Math.round(WHITE * image[i]);
        }
    }
}
