package org.epiwrap.data.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Volume;

/**
 * Reads pictures: PNG, JPEG, GIF (its first image) and BMP, recognised by their content. Grey pictures have one channel,
 * all others three. Transparent pixels become black.
 */
public final class Pictures {
    /** The file name extensions of pictures. */
    static final List<String> EXTENSIONS = List.of(".png", ".jpg", ".jpeg", ".gif", ".bmp");

    private static final List<String> FORMATS = List.of("png", "jpeg", "gif", "bmp");
    /** The header of a tiny file can claim any size. */
    private static final long MAX_PIXELS = 1 << 24;
    /** Resizing takes memory for the height before times the width after. */
    private static final int MAX_SIDE = 1 << 14;

    private static final double OPAQUE = 255;
    private static final Pattern CUT_OFF = Pattern.compile("truncated|premature end", Pattern.CASE_INSENSITIVE);

    private Pictures() {}

    /** A decoded picture: its pixels in the order of its shape. */
    @SuppressWarnings("ArrayRecordComponent") // carries pixels, and is never compared by them
    record Decoded(Volume shape, byte[] pixels) {}

    /** Checks a size before the picture is decoded. */
    @FunctionalInterface
    interface SizeCheck {
        void check(int height, int width) throws DataException;
    }

    /** Returns whether a file name has the extension of a picture. */
    public static boolean hasExtension(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return EXTENSIONS.stream().anyMatch(name::endsWith);
    }

    /**
     * Reads a picture.
     *
     * @throws DataException if the file is not a complete picture, or a very large one
     */
    static Decoded read(Path file) throws IOException {
        return read(file, (height, width) -> {});
    }

    static Decoded read(Path file, SizeCheck sizes) throws IOException {
        return open(file, reader -> {
            int height = reader.getHeight(0);
            int width = reader.getWidth(0);
            checkPixels(file, height, width);
            sizes.check(height, width);
            List<String> warnings = new ArrayList<>();
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            BufferedImage image = reader.read(0);
            // ImageIO fills the rest of a truncated JPEG file with grey and only issues a warning.
            for (String warning : warnings) {
                if (CUT_OFF.matcher(warning).find()) {
                    throw new IOException(warning);
                }
            }
            return planes(image);
        });
    }

    /** Reads the size of a picture, which is all that its first bytes must have. */
    static PictureSize size(Path file) throws IOException {
        return open(file, reader -> {
            int height = reader.getHeight(0);
            int width = reader.getWidth(0);
            checkPixels(file, height, width);
            return new PictureSize(height, width);
        });
    }

    /** What is done with an open file. */
    private interface Use<T> {
        T apply(ImageReader reader) throws IOException;
    }

    private static <T> T open(Path file, Use<T> use) throws IOException {
        // Opened here so that a missing file is reported as such; ImageIO only reports that it cannot create a stream.
        try (InputStream bytes = Files.newInputStream(file);
                ImageInputStream stream = new MemoryCacheImageInputStream(bytes)) {
            return open(file, stream, use);
        }
    }

    private static <T> T open(Path file, ImageInputStream stream, Use<T> use) throws IOException {
        ImageReader reader = reader(file, stream);
        try {
            reader.setInput(stream, true, true);
            return use.apply(reader);
        } catch (DataException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // The readers of the JDK report damage by exceptions of many kinds.
            throw new DataException(
                    file + " must be a complete picture, but cannot be decoded" + DataException.because(e), e);
        } finally {
            reader.dispose();
        }
    }

    static void checkPixels(Path file, int height, int width) throws DataException {
        if ((long) height * width > MAX_PIXELS) {
            throw new DataException(file + " must have at most " + MAX_PIXELS + " pixels per image, but is "
                    + Volume.inWords(height, width));
        }
        if (height > MAX_SIDE || width > MAX_SIDE) {
            throw new DataException(file + " must be at most " + Volume.inWords(MAX_SIDE, MAX_SIDE) + ", but is "
                    + Volume.inWords(height, width));
        }
    }

    private static ImageReader reader(Path file, ImageInputStream stream) throws IOException {
        Iterator<ImageReader> readers = ImageIO.getImageReaders(stream);
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            if (FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
                return reader;
            }
        }
        throw new DataException(file + " is not a PNG, JPEG, GIF or BMP picture");
    }

    private static Decoded planes(BufferedImage image) {
        ColorModel colours = image.getColorModel();
        return colours.getColorSpace().getType() == ColorSpace.TYPE_GRAY ? grey(image, colours) : colour(image);
    }

    /** Takes the samples as they are: converted to RGB, Java would treat them as linear light and brighten them. */
    private static Decoded grey(BufferedImage image, ColorModel colours) {
        Raster raster = image.getRaster();
        int width = image.getWidth();
        byte[] pixels = new byte[width * image.getHeight()];
        double white = (1 << colours.getComponentSize(0)) - 1;
        int alpha = raster.getNumBands() - 1;
        double opaque = colours.hasAlpha() ? (1 << colours.getComponentSize(alpha)) - 1 : 1;
        for (int i = 0; i < pixels.length; i++) {
            int x = i % width;
            int y = i / width;
            double cover = colours.hasAlpha() ? raster.getSample(x, y, alpha) / opaque : 1;
            pixels[i] = (byte) Math.round(OPAQUE * cover * raster.getSample(x, y, 0) / white);
        }
        return new Decoded(new Volume(1, image.getHeight(), width), pixels);
    }

    private static Decoded colour(BufferedImage image) {
        int width = image.getWidth();
        int plane = width * image.getHeight();
        byte[] pixels = new byte[3 * plane];
        for (int i = 0; i < plane; i++) {
            int argb = image.getRGB(i % width, i / width);
            double cover = (argb >>> 24) / OPAQUE;
            pixels[i] = (byte) Math.round(cover * (argb >> 16 & 0xff));
            pixels[plane + i] = (byte) Math.round(cover * (argb >> 8 & 0xff));
            pixels[2 * plane + i] = (byte) Math.round(cover * (argb & 0xff));
        }
        return new Decoded(new Volume(3, image.getHeight(), width), pixels);
    }
}
