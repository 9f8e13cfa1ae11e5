package org.epiwrap.report.svg;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;

/**
 * A raster image embedded in a page, as a PNG in a {@code data:} address.
 *
 * @param width in pixels
 * @param height in pixels
 * @param uri the {@code data:} address that holds the image
 */
public record Picture(int width, int height, String uri) {

    public static Picture of(BufferedImage image) {
        String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png(image));
        return new Picture(image.getWidth(), image.getHeight(), uri);
    }

    /** Returns the picture of an image of a dataset: one channel of grey, or three of red, green and blue. */
    public static Picture of(Dataset data, int image) {
        Volume shape = data.shape();
        int channels = shape.channels();
        if (channels != 1 && channels != 3) {
            throw new IllegalArgumentException("channels must be 1 or 3, but is " + channels);
        }
        byte[] pixels = new byte[shape.size()];
        data.pixels(image, image + 1, pixels);
        int area = shape.plane();
        BufferedImage picture = new BufferedImage(shape.width(), shape.height(), BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < area; i++) {
            int red = pixels[i] & 0xff;
            int green = pixels[i + area * (channels / 2)] & 0xff;
            int blue = pixels[i + area * (channels - 1)] & 0xff;
            picture.setRGB(i % shape.width(), i / shape.width(), red << 16 | green << 8 | blue);
        }
        return of(picture);
    }

    private static byte[] png(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Given an output stream of its own choice, ImageIO would create a temporary file.
        try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(image, "png", stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
