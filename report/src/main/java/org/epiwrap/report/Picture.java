package org.epiwrap.report;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.epiwrap.check.Check;

/** An image inside a page: PNG, as text. */
public final class Picture {
    private final int width;
    private final int height;
    private final String uri;

    private Picture(BufferedImage image) {
        this.width = image.getWidth();
        this.height = image.getHeight();
        this.uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png(image));
    }

    static Picture of(BufferedImage image) {
        return new Picture(image);
    }

    /**
     * An image as datasets hold it.
     *
     * @param pixels [channels][height][width], a byte each from 0 to 255: one channel of grey, or three of red, green
     *     and blue
     */
    public static Picture of(byte[] pixels, int channels, int height, int width) {
        if (channels != 1 && channels != 3) {
            throw new IllegalArgumentException("channels must be 1 or 3, but is " + channels);
        }
        Check.atLeast("height", height, 1);
        Check.atLeast("width", width, 1);
        if (pixels.length != (long) channels * height * width) {
            throw new IllegalArgumentException("pixels must hold " + channels + " x " + height + " x " + width
                    + " bytes, but its length is " + pixels.length);
        }
        int area = height * width;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < area; i++) {
            int red = pixels[i] & 0xff;
            int green = pixels[i + area * (channels / 2)] & 0xff;
            int blue = pixels[i + area * (channels - 1)] & 0xff;
            image.setRGB(i % width, i / width, red << 16 | green << 8 | blue);
        }
        return new Picture(image);
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /** A {@code data:} address that holds the image itself. */
    String uri() {
        return uri;
    }

    private static byte[] png(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Without a stream of one's own ImageIO would make a temporary file.
        try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(image, "png", stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
