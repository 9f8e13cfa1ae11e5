package org.epiwrap.data.input;

import java.util.StringJoiner;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.data.Volume;

/**
 * Random changes of training images that leave their class as it is. Each image is changed anew in every epoch: first
 * mirrored, then shifted, then cropped.
 *
 * <pre>{@code
 * BayesianTraining.withDefaults().with(Augmentation.NONE.withShift(2).withFlip());
 * }</pre>
 *
 * @param shift the maximum number of pixels by which an image is moved in each direction; what comes in repeats the pixels
 *     at its edge, so that any background is continued
 * @param crop the number of black pixels put around an image before a part of its own size is cut out at random: the usual
 *     way for photographs, where edges have no background to be continued
 * @param flip whether half of the images are mirrored, left to right
 */
public record Augmentation(int shift, int crop, boolean flip) {
    public static final Augmentation NONE = new Augmentation(0, 0, false);

    /** What {@link #parse} takes, so that any of them can be written as text. */
    private static final int MAX_PIXELS = 99_999;

    private static final int USUAL_SHIFT = 2;
    private static final int USUAL_CROP = 4;

    public Augmentation {
        Check.between("shift", shift, 0, MAX_PIXELS);
        Check.between("crop", crop, 0, MAX_PIXELS);
    }

    public Augmentation withShift(int pixels) {
        return new Augmentation(pixels, crop, flip);
    }

    public Augmentation withCrop(int pixels) {
        return new Augmentation(shift, pixels, flip);
    }

    public Augmentation withFlip() {
        return new Augmentation(shift, crop, true);
    }

    /**
     * Returns the changes of a text such as {@code shift,flip} or {@code shift:3,crop:4}. Without a number, a shift is of up
     * to 2 pixels and a crop of 4.
     */
    public static Augmentation parse(String text) {
        Augmentation parsed = NONE;
        for (String each : text.split(",", -1)) {
            parsed = parsed.withNamed(each, text);
        }
        return parsed;
    }

    private Augmentation withNamed(String each, String text) {
        int colon = each.indexOf(':');
        String name = colon < 0 ? each : each.substring(0, colon);
        if (name.equals("shift") && shift == 0) {
            return withShift(colon < 0 ? USUAL_SHIFT : pixels(each.substring(colon + 1), text));
        }
        if (name.equals("crop") && crop == 0) {
            return withCrop(colon < 0 ? USUAL_CROP : pixels(each.substring(colon + 1), text));
        }
        if (each.equals("flip") && !flip) {
            return withFlip();
        }
        throw refused(text);
    }

    private static int pixels(String number, String text) {
        if (!number.matches("[1-9][0-9]{0,4}")) {
            throw refused(text);
        }
        return Integer.parseInt(number);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("must be shift, crop and flip, or some of them, each once and separated by"
                + " commas, the first two with pixels if need be (such as shift:3,flip), but is '" + text + "'");
    }

    /** Returns whether images stay as they are. */
    public boolean isNone() {
        return equals(NONE);
    }

    /** Changes the images of batches. For one thread. */
    @FunctionalInterface
    public interface Augmenter {
        /** Changes encoded images, one after another in the array, by what is drawn from the stream. */
        void apply(float[] images, UniformRandomProvider random);
    }

    /**
     * Returns what changes encoded images of an input.
     *
     * @throws IllegalArgumentException if it takes no images, or images too small for the changes
     */
    public Augmenter on(Input input) {
        if (isNone()) {
            return (images, random) -> {};
        }
        if (!(input instanceof PictureInput pictures)) {
            throw new IllegalArgumentException(
                    "only images can be augmented (" + this + "), but this data has " + input.plural());
        }
        Volume shape = pictures.shape();
        int most = Math.min(shape.height(), shape.width()) - 1;
        Check.between("the pixels to shift images of " + shape, shift, 0, most);
        Check.between("the pixels to crop images of " + shape, crop, 0, most);
        float[] black = new float[shape.size()];
        pictures.encode(new byte[shape.size()], black);
        float[] before = new float[shape.size()];
        return (images, random) -> {
            for (int start = 0; start < images.length; start += shape.size()) {
                if (flip && random.nextBoolean()) {
                    mirror(images, start, shape);
                }
                if (shift > 0) {
                    System.arraycopy(images, start, before, 0, before.length);
                    shift(before, images, start, shape, offset(shift, random), offset(shift, random));
                }
                if (crop > 0) {
                    System.arraycopy(images, start, before, 0, before.length);
                    System.arraycopy(black, 0, images, start, black.length);
                    paste(before, images, start, shape, offset(crop, random), offset(crop, random));
                }
            }
        };
    }

    private static int offset(int most, UniformRandomProvider random) {
        return random.nextInt(2 * most + 1) - most;
    }

    private static void mirror(float[] images, int start, Volume shape) {
        int width = shape.width();
        for (int row = start; row < start + shape.size(); row += width) {
            for (int left = row, right = row + width - 1; left < right; left++, right--) {
                float pixel = images[left];
                images[left] = images[right];
                images[right] = pixel;
            }
        }
    }

    /** Moves an image down and to the right, over itself where it would leave pixels without a value. */
    private static void shift(float[] from, float[] to, int start, Volume shape, int down, int right) {
        for (int row = 0; row < shape.channels() * shape.height(); row++) {
            int y = row % shape.height();
            int source = (row - y + clamped(y - down, shape.height())) * shape.width();
            int target = start + row * shape.width();
            for (int x = 0; x < shape.width(); x++) {
                to[target + x] = from[source + clamped(x - right, shape.width())];
            }
        }
    }

    private static int clamped(int place, int length) {
        return Math.max(0, Math.min(length - 1, place));
    }

    /** Copies an image down and to the right, without what would lie outside. */
    private static void paste(float[] from, float[] to, int start, Volume shape, int down, int right) {
        int left = Math.max(0, right);
        int length = shape.width() - Math.abs(right);
        for (int row = 0; row < shape.channels() * shape.height(); row++) {
            int y = row % shape.height() + down;
            if (y >= 0 && y < shape.height()) {
                int target = start + (row + down) * shape.width();
                System.arraycopy(from, row * shape.width() + left - right, to, target + left, length);
            }
        }
    }

    /** Returns the changes as {@link #parse} takes them; {@code none} if there are none. */
    @Override
    public String toString() {
        StringJoiner names = new StringJoiner(",");
        names.setEmptyValue("none");
        if (shift > 0) {
            names.add("shift:" + shift);
        }
        if (crop > 0) {
            names.add("crop:" + crop);
        }
        if (flip) {
            names.add("flip");
        }
        return names.toString();
    }
}
