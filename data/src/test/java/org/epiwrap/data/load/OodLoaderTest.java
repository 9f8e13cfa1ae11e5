package org.epiwrap.data.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Split;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.data.image.PictureFiles;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OodLoaderTest {
    @TempDir
    private Path folder;

    private OodLoader ofRows() throws IOException {
        StringBuilder text = new StringBuilder("n,colour,kind\n");
        for (int i = 0; i < 100; i++) {
            text.append(i / 7.0).append(i % 2 == 0 ? ",red," : ",blue,").append(i % 3 == 0 ? "a\n" : "b\n");
        }
        Data data = Data.table(Files.writeString(folder.resolve("t.csv"), text), "kind");
        Split split = data.split();
        return OodLoader.of(data.input(), split.train(), split.test());
    }

    private OodLoader ofImages() throws IOException {
        for (int i = 0; i < 20; i++) {
            PictureFiles.grey(folder.resolve("p/" + i % 2).resolve(i + ".png"), 2, 2, i);
        }
        Data data = Data.images(folder.resolve("p"));
        return OodLoader.of(data.input(), data.split().train(), data.split().test());
    }

    @Test
    void rowsHaveShiftsByName() throws Exception {
        OodLoader loader = ofRows();
        assertThat(loader.named())
                .extracting(OodDataset::name)
                .containsExactly(
                        "permuted-columns",
                        "out-of-range",
                        "unseen-categories",
                        "noise",
                        "noise:1",
                        "noise:2",
                        "noise:3",
                        "noise:4",
                        "noise:5");
        Map<String, Dataset> all =
                loader.load(loader.named().stream().map(OodDataset::name).toList());
        assertThat(all).hasSize(9);
        assertThat(all.values())
                .allSatisfy(
                        data -> assertThat(data.size()).isEqualTo(loader.test().size()));
        float[] row = new float[2];
        loader.load("unseen-categories").cells(0, row, 0);
        assertThat(row).contains(TableInput.UNSEEN);
        assertThat(loader.withSeed(2).load("noise").contentHash())
                .isNotEqualTo(loader.load("noise").contentHash());
    }

    @Test
    void aNameWithoutItsSeverityStandsForAllFive() throws Exception {
        OodLoader loader = ofImages();
        Map<String, Dataset> all = loader.load(List.of("fog", "brightness:2", "halves"));
        assertThat(all).containsOnlyKeys("fog:1", "fog:2", "fog:3", "fog:4", "fog:5", "brightness:2", "halves");
        assertThat(all.values().stream().map(Dataset::contentHash).toList())
                .contains(loader.load("fog:3").contentHash())
                .doesNotHaveDuplicates();
        assertThatThrownBy(() -> loader.load("fog"))
                .isInstanceOf(DataException.class)
                .hasMessage("'fog' must have a severity to be one dataset, such as fog:1");
        for (String wrong : List.of("fog:6", "fog:0", "fog:", "halves:1")) {
            assertThatThrownBy(() -> loader.load(List.of(wrong)))
                    .isInstanceOf(DataException.class)
                    .hasMessageContainingAll("mixtures, halves, blur:1-5, ", "fog:1-5", "no '" + wrong + "'");
        }
    }

    @Test
    void aTableIsReadByTheModelsColumnsWithoutLabels() throws Exception {
        Path other = Files.writeString(folder.resolve("u,v.csv"), "colour,x,n\ngreen,1,-5\nred,2,7\n");
        OodLoader loader = ofRows();
        Map<String, Dataset> all = loader.load(List.of("noise", other.toString()));
        assertThat(all).containsOnlyKeys("noise", "u,v.csv");
        Dataset rows = loader.load(other.toString());
        assertThat(rows.size()).isEqualTo(2);
        assertThat(rows.isLabelled()).isFalse();
        float[] row = new float[2];
        ((TableInput) loader.input()).cells(rows).copy(0, row);
        assertThat(row).containsExactlyInAnyOrder(-5, TableInput.UNSEEN);
    }

    @Test
    void filesOfOneNameAreToldApart() throws Exception {
        Path first = Files.writeString(folder.resolve("u.csv"), "n,colour\n1,red\n");
        Path second = Files.createDirectories(folder.resolve("b")).resolve("u.csv");
        Files.writeString(second, "n,colour\n2,red\n");
        assertThat(ofRows().load(List.of(first.toString(), second.toString())))
                .containsOnlyKeys("u.csv", second.toString());
    }

    @Test
    void picturesAreReadInTheShapeOfTheModel() throws Exception {
        PictureFiles.grey(folder.resolve("q/deep/x.png"), 6, 6, 200);
        PictureFiles.grey(folder.resolve("q/y.png"), 2, 2, 100);
        OodLoader loader = ofImages();
        Dataset images = loader.load(folder.resolve("q").toString());
        assertThat(images.name()).isEqualTo("q");
        assertThat(images.shape()).isEqualTo(new Volume(1, 2, 2));
        assertThat(Images.pixels(images)).containsOnly((byte) 200, (byte) 100);
        Path npz = folder.resolve("z.npz");
        NumpyFileWriter.create()
                .add("x", Shape.of(3, 2, 2), new float[12])
                .add("y", Shape.of(3), new long[3])
                .writeNpz(npz);
        assertThat(loader.load(npz.toString()).size()).isEqualTo(3);
    }

    @Test
    void arraysNeedNoLabels() throws Exception {
        Path rows = folder.resolve("train.npz");
        NumpyFileWriter.create()
                .add("x", Shape.of(20, 2), numbers(40))
                .add("y", Shape.of(20), alternating(20))
                .writeNpz(rows);
        Data data = Data.arrays(rows);
        OodLoader loader =
                OodLoader.of(data.input(), data.split().train(), data.split().test());
        Path alone = folder.resolve("alone.npz");
        NumpyFileWriter.create().add("whatever", Shape.of(3, 2), new float[6]).writeNpz(alone);
        Dataset read = loader.load(alone.toString());
        assertThat(read.size()).isEqualTo(3);
        assertThat(read.isLabelled()).isFalse();
        Path parts = folder.resolve("parts.npz");
        NumpyFileWriter.create()
                .add("x_train", Shape.of(3, 2), new float[6])
                .add("x_test", Shape.of(1, 2), new float[2])
                .writeNpz(parts);
        assertThat(loader.load(parts.toString()).size()).isEqualTo(1);
        Path other = folder.resolve("other.npz");
        NumpyFileWriter.create()
                .add("a", Shape.of(1, 2), new float[2])
                .add("b", Shape.of(1, 2), new float[2])
                .writeNpz(other);
        assertThatThrownBy(() -> loader.load(other.toString()))
                .isInstanceOf(DataException.class)
                .hasMessage(other + " must have an array named x, x_test or data, or only one array, but has a, b");
    }

    private static float[] numbers(int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    private static long[] alternating(int count) {
        long[] labels = new long[count];
        for (int i = 0; i < count; i++) {
            labels[i] = i % 2;
        }
        return labels;
    }

    @Test
    void aWrongNameIsRefusedWithWhatIsAllowed() throws Exception {
        OodLoader rows = ofRows();
        assertThatThrownBy(() -> rows.load("rotated"))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "out-of-distribution data for a model of rows must be permuted-columns, out-of-range,"
                                + " unseen-categories, noise, noise:1-5 or the path of a table or arrays, but there is no 'rotated'");
        OodLoader images = ofImages();
        assertThatThrownBy(() -> images.load("out-of-range"))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll("a model of images must be mnist, ", "rotated", "a folder of pictures");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> images.load("mnist"))
                .withMessageContaining("2×2");
    }

    @Test
    void aTableWithoutTheColumnsIsRefused() throws Exception {
        Path other = Files.writeString(folder.resolve("u.csv"), "m,colour\n1,red\n");
        OodLoader rows = ofRows();
        assertThatThrownBy(() -> rows.load(other.toString()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("must have the column 'n'");
    }
}
