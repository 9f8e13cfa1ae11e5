package org.epiwrap.data.image;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.imageio.ImageIO;

/** Writes small pictures of one level or one colour. */
public final class PictureFiles {
    private PictureFiles() {}

    /** A grey picture, all pixels of one level. */
    public static Path grey(Path file, int height, int width, int level) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < height * width; i++) {
            image.getRaster().setSample(i % width, i / width, 0, level);
        }
        return write(file, image);
    }

    /** A picture with three channels, all pixels of one colour. */
    public static Path colour(Path file, int height, int width, int rgb) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < height * width; i++) {
            image.setRGB(i % width, i / width, rgb);
        }
        return write(file, image);
    }

    private static Path write(Path file, BufferedImage image) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        ImageIO.write(image, "png", file.toFile());
        return file;
    }
}
