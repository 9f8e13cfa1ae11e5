package org.epiwrap.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Parts;
import org.epiwrap.data.Records;
import org.epiwrap.data.Volume;
import org.epiwrap.data.image.PictureOptions.Colouring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFolderTest {
    @TempDir
    private Path root;

    private Path grey(String name, int level) throws IOException {
        return PictureFiles.grey(root.resolve(name), 1, 2, level);
    }

    private Parts read() throws IOException {
        return ImageFolder.read(root, PictureOptions.standard());
    }

    private void refused(String... words) {
        assertThatThrownBy(this::read)
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
    }

    @Test
    void foldersAreClassesAndFoldersInsideBelongToThem() throws Exception {
        grey("10/a.png", 10);
        grey("9/deep/er/b.png", 91);
        grey("9/a.png", 90);
        grey(".hidden/a.png", 1);
        Files.writeString(root.resolve("9/.DS_Store"), "x");
        Files.writeString(root.resolve("LICENSE"), "x");
        Parts parts = read();
        Dataset data = parts.train();
        assertThat(data.classNames()).containsExactly("9", "10");
        assertThat(data.labels()).containsExactly(0, 0, 1);
        assertThat(data.shape()).isEqualTo(new Volume(1, 1, 2));
        assertThat(Images.pixels(data)).isEqualTo(Images.bytes(90, 90, 91, 91, 10, 10));
        assertThat(parts.test()).isEmpty();
        assertThat(parts.notes()).isEmpty();
    }

    @Test
    void trainAndTestAreParts() throws Exception {
        grey("train/a/1.png", 1);
        grey("train/b/1.png", 2);
        grey("test/b/1.png", 3);
        Parts parts = read();
        Dataset test = parts.test().orElseThrow();
        assertThat(parts.train().size()).isEqualTo(2);
        assertThat(test.classNames()).containsExactly("a", "b");
        assertThat(test.labels()).containsExactly(1);
        grey("test/c/1.png", 3);
        refused("'c' with 1 pictures", "test must have classes that");
    }

    @Test
    void trainAloneIsNoClass() throws Exception {
        grey("train/a/1.png", 1);
        grey("train/b/1.png", 2);
        assertThat(read().train().classNames()).containsExactly("a", "b");
    }

    @Test
    void besideOtherFoldersTrainIsAClass() throws Exception {
        grey("train/1.png", 1);
        grey("tram/1.png", 2);
        assertThat(read().train().classNames()).containsExactly("train", "tram");
    }

    @Test
    void sizesMustAgreeUnlessOneIsGiven() throws Exception {
        grey("a/1.png", 7);
        PictureFiles.grey(root.resolve("b/2.png"), 4, 4, 9);
        refused("1.png is 2 wide and 1 high", "2.png is 4 wide and 4 high", "one size");
        Dataset resized = ImageFolder.read(root, PictureOptions.standard().withSize(PictureSize.parse("2x3")))
                .train();
        assertThat(resized.shape()).isEqualTo(new Volume(1, 2, 3));
        assertThat(Images.pixels(resized)).isEqualTo(Images.bytes(7, 7, 7, 7, 7, 7, 9, 9, 9, 9, 9, 9));
    }

    @Test
    void threeEqualChannelsAreNoColour() throws Exception {
        grey("a/1.png", 7);
        PictureFiles.colour(root.resolve("b/1.png"), 1, 2, 0x101010);
        assertThat(read().train().shape().channels()).isEqualTo(1);
        PictureFiles.colour(root.resolve("b/2.png"), 1, 2, 0x102030);
        Dataset colour = read().train();
        assertThat(colour.shape().channels()).isEqualTo(3);
        assertThat(Images.pixels(colour))
                .isEqualTo(Images.bytes(7, 7, 7, 7, 7, 7, 16, 16, 16, 16, 16, 16, 16, 16, 32, 32, 48, 48));
        PictureOptions grey = PictureOptions.standard().withColouring(Colouring.GREY);
        assertThat(ImageFolder.read(root, grey).train().shape().channels()).isEqualTo(1);
        PictureOptions three = PictureOptions.of(new Volume(3, 1, 1));
        assertThat(ImageFolder.read(root, three).train().shape()).isEqualTo(new Volume(3, 1, 1));
    }

    @Test
    void whatIsNoPictureIsRefusedByNameOrSkipped() throws Exception {
        grey("a/1.png", 1);
        grey("b/1.png", 2);
        Files.writeString(root.resolve("b/notes.txt"), "no picture");
        refused("notes.txt is not a PNG, JPEG, GIF or BMP picture");
        PictureOptions skipping = PictureOptions.standard().withSkipOthers(true);
        Parts parts = ImageFolder.read(root, skipping);
        assertThat(parts.train().size()).isEqualTo(2);
        assertThat(parts.notes()).containsExactly("Skipped 1 file that is no picture.");
        Files.writeString(root.resolve("b/1.png"), "no picture either");
        assertThatThrownBy(() -> ImageFolder.read(root, skipping))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("class 'b', but none of its files is one");
        Files.writeString(root.resolve("a/1.png"), "none");
        assertThatThrownBy(() -> ImageFolder.read(root, skipping))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("must contain pictures, but none of its files is one");
    }

    @Test
    void foldersThatCannotBeUsed() throws Exception {
        refused(root + " must have a folder of pictures for each class, but has no folders");
        grey("a/1.png", 1);
        refused("at least two classes, but has only 'a'");
        Files.createDirectory(root.resolve("b"));
        refused("b must contain pictures", "contains none");
        grey("b/1.png", 1);
        grey("stray.png", 1);
        refused("stray.png must be in a folder that is named after its class");
        assertThatThrownBy(() -> ImageFolder.read(root.resolve("none"), PictureOptions.standard()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("there is no such folder");
        assertThatThrownBy(() -> ImageFolder.read(root.resolve("stray.png"), PictureOptions.standard()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is no folder");
    }

    @Test
    void linksStayInside(@TempDir Path outside) throws Exception {
        grey("a/1.png", 1);
        Files.createSymbolicLink(root.resolve("b"), root.resolve("a"));
        assertThat(read().train().labels()).containsExactly(0, 1);
        PictureFiles.grey(outside.resolve("2.png"), 1, 2, 5);
        Path link = Files.createSymbolicLink(root.resolve("a/2.png"), outside.resolve("2.png"));
        refused("2.png must not be a link that leads out of");
        Files.delete(link);
        Files.createSymbolicLink(link, root.resolve("nowhere"));
        refused("2.png must be a link to a file or folder, but leads to nothing");
        Files.delete(link);
        Files.createSymbolicLink(link, root.resolve("a"));
        refused("must not lead to a folder that is read already");
    }

    @Test
    void foldersInEachOtherAreBounded() throws Exception {
        grey("b/1.png", 1);
        grey("a/" + "x/".repeat(40) + "1.png", 1);
        refused("at most 32 folders in each other");
    }

    @Test
    void aPartMayHaveOneClassOrNoLabels() throws Exception {
        grey("a/1.png", 1);
        grey("a/2.png", 2);
        PictureOptions options = PictureOptions.of(new Volume(1, 1, 1));
        assertThat(ImageFolder.readPart(root, options).labels()).containsExactly(0, 0);
        grey("3.png", 3);
        Dataset all = ImageFolder.readUnlabelled(root, options);
        assertThat(all.isLabelled()).isFalse();
        assertThat(Images.pixels(all)).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void whatIsBeyondMemoryIsMapped() throws Exception {
        for (int i = 0; i < 5; i++) {
            PictureFiles.grey(root.resolve("a/" + i + ".png"), 20, 20, i);
            PictureFiles.grey(root.resolve("b/" + i + ".png"), 20, 20, 100 + i);
        }
        PictureOptions large = PictureOptions.of(new Volume(3, 1500, 1000));
        Dataset inMemory = ImageFolder.read(root, large).train();
        System.setProperty(Records.MEMORY, "1");
        try {
            Dataset mapped = ImageFolder.read(root, large).train();
            assertThat(mapped.contentHash()).isEqualTo(inMemory.contentHash());
        } finally {
            System.clearProperty(Records.MEMORY);
        }
    }

    @Test
    void aLineOfMillionsOfPixelsIsRefusedBeforeItIsDecoded() throws Exception {
        grey("a/1.png", 1);
        PictureFiles.grey(root.resolve("b/long.png"), 1, 1 << 15, 1);
        refused("long.png must be at most 16384 wide and 16384 high, but is 32768 wide and 1 high");
    }

    @Test
    void sizesAreHeightAndWidth() {
        assertThat(PictureSize.parse("28x32"))
                .isEqualTo(new PictureSize(28, 32))
                .hasToString("28x32");
        for (String wrong : new String[] {"28", "28x", "x", "28x28x3", "-1x2", "99999x1", "0x4"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> PictureSize.parse(wrong));
        }
    }
}
