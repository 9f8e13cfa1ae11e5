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
                .containsExactly("permuted-columns", "out-of-range", "unseen-categories", "noise");
        Map<String, Dataset> all =
                loader.load(loader.named().stream().map(OodDataset::name).toList());
        assertThat(all).hasSize(4);
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
    void aWrongNameIsRefusedWithWhatIsAllowed() throws Exception {
        OodLoader rows = ofRows();
        assertThatThrownBy(() -> rows.load("rotated"))
                .isInstanceOf(DataException.class)
                .hasMessage("out-of-distribution data for a model of rows must be permuted-columns, out-of-range,"
                        + " unseen-categories, noise or the path of a table or arrays, but there is no 'rotated'");
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
