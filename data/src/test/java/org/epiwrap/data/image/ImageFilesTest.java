package org.epiwrap.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageFilesTest {
    private static final Volume GREY = new Volume(1, 1, 2);
    private static final Volume COLOUR = new Volume(3, 1, 2);

    @TempDir
    private Path folder;

    private static List<String> read(Volume shape, boolean resize, Path... files) throws IOException {
        List<String> found = new ArrayList<>();
        try (ImageFiles images = ImageFiles.of(List.of(files), shape, resize, OptionalInt.empty())) {
            byte[] pixels = new byte[shape.size()];
            for (ImageFiles.Batch batch = images.next(2); !batch.names().isEmpty(); batch = images.next(2)) {
                assertThat(batch.names()).hasSize(batch.images().size()).hasSizeLessThanOrEqualTo(2);
                for (int i = 0; i < batch.images().size(); i++) {
                    batch.images().pixels(i, i + 1, pixels);
                    found.add(String.valueOf(Path.of(batch.names().get(i)).getFileName()) + numbers(pixels));
                }
            }
        }
        return found;
    }

    private static String numbers(byte[] pixels) {
        StringBuilder text = new StringBuilder();
        for (byte pixel : pixels) {
            text.append(' ').append(pixel & 0xff);
        }
        return text.toString();
    }

    /** Two pixels. */
    private Path colour(String name, int type, int first, int second) throws IOException {
        BufferedImage image = new BufferedImage(2, 1, type);
        image.setRGB(0, 0, first);
        image.setRGB(1, 0, second);
        return written(name, image);
    }

    private Path grey(String name, int type, int first, int second) throws IOException {
        BufferedImage image = new BufferedImage(2, 1, type);
        image.getRaster().setSample(0, 0, 0, first);
        image.getRaster().setSample(1, 0, 0, second);
        return written(name, image);
    }

    private Path written(String name, BufferedImage image) throws IOException {
        Path file = folder.resolve(name);
        assertThat(ImageIO.write(image, name.substring(name.lastIndexOf('.') + 1), file.toFile()))
                .isTrue();
        return file;
    }

    @Test
    void greyIsTakenAsItIs() throws Exception {
        Path eight = grey("a.png", BufferedImage.TYPE_BYTE_GRAY, 100, 200);
        assertThat(read(GREY, false, eight)).containsExactly("a.png 100 200");
        assertThat(read(COLOUR, false, eight)).containsExactly("a.png 100 200 100 200 100 200");
        assertThat(read(GREY, false, grey("b.png", BufferedImage.TYPE_USHORT_GRAY, 257 * 100, 65535)))
                .containsExactly("b.png 100 255");
    }

    @Test
    void coloursBecomeGreyByTheirLuma() throws Exception {
        Path file = colour("a.png", BufferedImage.TYPE_INT_RGB, 0xff0000, 0x0a141e);
        assertThat(read(COLOUR, false, file)).containsExactly("a.png 255 10 0 20 0 30");
        // 0.299 * 255 = 76.2; 0.299 * 10 + 0.587 * 20 + 0.114 * 30 = 18.15.
        assertThat(read(GREY, false, file)).containsExactly("a.png 76 18");
    }

    @Test
    void whatIsTransparentIsBlack() throws Exception {
        Path file = colour("a.png", BufferedImage.TYPE_INT_ARGB, 0x00ffffff, 0x80ffffff);
        assertThat(read(GREY, false, file)).containsExactly("a.png 0 128");
        ComponentColorModel greyAndAlpha = new ComponentColorModel(
                ColorSpace.getInstance(ColorSpace.CS_GRAY),
                true,
                false,
                Transparency.TRANSLUCENT,
                DataBuffer.TYPE_BYTE);
        WritableRaster raster = greyAndAlpha.createCompatibleWritableRaster(2, 1);
        raster.setPixel(0, 0, new int[] {200, 255});
        raster.setPixel(1, 0, new int[] {200, 51});
        Path half = written("b.png", new BufferedImage(greyAndAlpha, raster, false, null));
        assertThat(read(GREY, false, half)).containsExactly("b.png 200 40");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.png", "a.bmp", "a.gif"})
    void formatsWithoutLoss(String name) throws Exception {
        assertThat(read(COLOUR, false, colour(name, BufferedImage.TYPE_INT_RGB, 0xff0000, 0x0000ff)))
                .containsExactly(name + " 255 0 0 0 0 255");
    }

    @Test
    void contentCountsAndNotTheName() throws Exception {
        Path file = grey("a.png", BufferedImage.TYPE_BYTE_GRAY, 100, 200);
        Path renamed = Files.move(file, folder.resolve("picture"));
        assertThat(read(GREY, false, renamed)).containsExactly("picture 100 200");
        BufferedImage flat = new BufferedImage(16, 8, BufferedImage.TYPE_BYTE_GRAY);
        Arrays.fill(((DataBufferByte) flat.getRaster().getDataBuffer()).getData(), (byte) 90);
        assertThat(read(GREY, true, written("b.jpg", flat))).containsExactly("b.jpg 90 90");
    }

    @Test
    void aFolderGivesItsPicturesInOrderOfNames() throws Exception {
        grey("b.png", BufferedImage.TYPE_BYTE_GRAY, 2, 2);
        grey("a.PNG", BufferedImage.TYPE_BYTE_GRAY, 1, 1);
        Files.writeString(folder.resolve("readme.txt"), "words");
        Files.createDirectory(folder.resolve("c.png"));
        Path last = grey("z.bmp", BufferedImage.TYPE_BYTE_GRAY, 3, 3);
        assertThat(read(GREY, false, folder, last)).containsExactly("a.PNG 1 1", "b.png 2 2", "z.bmp 3 3", "z.bmp 3 3");
    }

    @Test
    void anotherSizeIsRefusedOrResized() throws Exception {
        BufferedImage large = new BufferedImage(4, 2, BufferedImage.TYPE_BYTE_GRAY);
        int[] levels = {10, 20, 30, 40, 50, 60, 70, 80};
        large.getRaster().setPixels(0, 0, 4, 2, levels);
        Path file = written("a.png", large);
        assertThatThrownBy(() -> read(GREY, false, file))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        file
                                + " must have images 2 wide and 1 high, or be resized (--resize), but they are 4 wide and 2 high");
        // (10 + 20 + 50 + 60) / 4 and (30 + 40 + 70 + 80) / 4.
        assertThat(read(GREY, true, file)).containsExactly("a.png 35 55");
        byte[] idx = {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4, 10, 20, 30, 40, 1, 1, 2, 2};
        Path images = Files.write(folder.resolve("images"), idx);
        assertThatThrownBy(() -> read(GREY, false, images)).hasMessageContaining("but they are 4 wide and 1 high");
        assertThat(read(GREY, true, images)).containsExactly("images#0 15 35", "images#1 1 2");
    }

    @Test
    void rowsAreNamedByTheirLines() throws Exception {
        Path file = Files.writeString(folder.resolve("a.csv"), "x,y\n1,2\n3,4\n");
        assertThat(read(GREY, false, file)).containsExactly("a.csv:2 1 2", "a.csv:3 3 4");
        assertThatThrownBy(() -> read(Volume.features(3), false, file))
                .hasMessage(file + ", line 1: expected 3 columns, one per pixel, but found 2; if the network takes the"
                        + " columns of a table, import it with --schema");
        Path header = Files.writeString(folder.resolve("b.csv"), "x,y\n");
        assertThatThrownBy(() -> read(GREY, false, header))
                .hasMessage(header + " must have a row for each image, but has no rows");
    }

    @Test
    void whatIsNoImageIsRefused() throws Exception {
        Path words = Files.writeString(folder.resolve("words"), "words");
        assertThatThrownBy(() -> read(GREY, false, words))
                .isInstanceOf(DataException.class)
                .hasMessage(words + " is not a PNG, JPEG, GIF or BMP picture");
        byte[] png = Files.readAllBytes(grey("a.png", BufferedImage.TYPE_BYTE_GRAY, 1, 2));
        Path cut = Files.write(folder.resolve("cut.png"), Arrays.copyOf(png, 43));
        assertThatThrownBy(() -> read(GREY, false, cut))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(cut + " must be a complete picture, but cannot be decoded");
        BufferedImage large = new BufferedImage(64, 64, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < 64 * 64; i++) {
            large.getRaster().setSample(i % 64, i / 64, 0, 37 * i % 256);
        }
        byte[] jpeg = Files.readAllBytes(written("a.jpg", large));
        Path half = Files.write(folder.resolve("half.jpg"), Arrays.copyOf(jpeg, jpeg.length / 2));
        assertThatThrownBy(() -> read(GREY, true, half))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(half + " must be a complete picture, but cannot be decoded");
        assertThatThrownBy(() -> read(GREY, false, folder.resolve("missing"))).isInstanceOf(NoSuchFileException.class);
        Path labels = Files.write(folder.resolve("labels"), new byte[] {0, 0, 8, 1, 0, 0, 0, 1, 7});
        assertThatThrownBy(() -> read(GREY, false, labels)).hasMessageContaining("the start of IDX images");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> read(GREY, false, empty))
                .hasMessage(empty + " must contain pictures (.png, .jpg, .jpeg, .gif, .bmp), but contains none");
    }

    /** A few bytes that say to be a picture of 50000 x 50000. */
    @Test
    void noPictureIsDecodedThatIsTooLarge() throws Exception {
        byte[] png = Files.readAllBytes(grey("a.png", BufferedImage.TYPE_BYTE_GRAY, 1, 2));
        ByteBuffer header = ByteBuffer.wrap(png);
        header.putInt(16, 50000).putInt(20, 50000);
        CRC32 sum = new CRC32();
        sum.update(png, 12, 17);
        header.putInt(29, (int) sum.getValue());
        Path file = Files.write(folder.resolve("bomb.png"), png);
        assertThatThrownBy(() -> read(GREY, true, file))
                .isInstanceOf(DataException.class)
                .hasMessage(file + " must have at most 16777216 pixels per image, but is 50000 wide and 50000 high");
    }

    @Test
    void channelsOtherThanOneOrThree() throws Exception {
        Path file = grey("a.png", BufferedImage.TYPE_BYTE_GRAY, 1, 2);
        assertThatThrownBy(() -> read(new Volume(2, 1, 2), false, file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("channels must be 1 or 3, but are 2");
        assertThat(Pictures.read(file, (height, width) -> {}).shape()).isEqualTo(GREY);
    }
}
