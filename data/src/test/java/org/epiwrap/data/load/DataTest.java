package org.epiwrap.data.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Split;
import org.epiwrap.data.Volume;
import org.epiwrap.data.image.PictureFiles;
import org.epiwrap.data.image.PictureOptions.Colouring;
import org.epiwrap.data.image.PictureSize;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.profile.DataWarning;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataTest {
    private static final DataOptions DEFAULTS = DataOptions.withDefaults();

    @TempDir
    private Path folder;

    /** A table with rows of classes a, b and c in turn. */
    private Path table(String name, int rows, String... classes) throws IOException {
        StringBuilder text = new StringBuilder("n,colour,kind\n");
        for (int i = 0; i < rows; i++) {
            text.append(i / 7.0).append(',').append(i % 2 == 0 ? "red" : "blue").append(',');
            text.append(classes[i % classes.length]).append('\n');
        }
        return Files.writeString(folder.resolve(name), text);
    }

    /** One picture of each level for each class. */
    private Path pictures(String name, int perClass, String... classes) throws IOException {
        Path root = folder.resolve(name);
        for (int c = 0; c < classes.length; c++) {
            for (int i = 0; i < perClass; i++) {
                PictureFiles.grey(root.resolve(classes[c]).resolve(i + ".png"), 2, 2, 50 * c + i);
            }
        }
        return root;
    }

    @Test
    void whatWasReadBeforeIsDividedLikeItsFile() throws IOException {
        Path file = table("kinds.csv", 60, "a", "b", "c");
        DataOptions options = DEFAULTS.withLabel("kind").withSeed(3).withUnknownClasses(List.of("b"));
        Data read = Data.table(file, options);
        Data divided = Data.of(TableReader.read(file, options.table()), options);
        assertThat(divided.name()).isEqualTo(read.name());
        assertThat(divided.division()).isEqualTo(read.division());
        assertThat(divided.split().test().contentHash())
                .isEqualTo(read.split().test().contentHash());
        assertThat(divided.unknown().orElseThrow().size()).isEqualTo(20);
    }

    private static Set<Byte> levels(Dataset data) {
        Set<Byte> levels = new HashSet<>();
        for (byte level : Images.pixels(data)) {
            levels.add(level);
        }
        return levels;
    }

    private static void refused(String path, DataOptions options, String... words) {
        assertThatThrownBy(() -> Data.of(path, options))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aTableIsDividedByShares() throws Exception {
        Data data = Data.table(table("t.csv", 300, "a", "b", "c"), "kind");
        Split split = data.split();
        assertThat(split.train().size()).isEqualTo(210);
        assertThat(split.calibration().size()).isEqualTo(45);
        assertThat(split.test().size()).isEqualTo(45);
        assertThat(split.train().classNames()).containsExactly("a", "b", "c");
        assertThat(data.unknown()).isEmpty();
        Data other = Data.of(
                folder.resolve("t.csv").toString(), DEFAULTS.withLabel("kind").withSeed(1));
        assertThat(other.split().train().contentHash())
                .isNotEqualTo(split.train().contentHash());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Data.of(folder.resolve("t.csv").toString(), DEFAULTS))
                .withMessageContaining("must be named");
    }

    @Test
    void theSameOptionsGiveTheSameParts() throws Exception {
        Path file = table("t.csv", 120, "a", "b", "c");
        DataOptions options = DEFAULTS.withLabel("kind")
                .withSeed(7)
                .withShares(new Shares(0.5, 0.25, 0.25))
                .withUnknownClasses(List.of("b"));
        Data first = Data.table(file, options);
        Split split = first.split();
        assertThat(split.train().size()
                        + split.calibration().size()
                        + split.test().size())
                .isEqualTo(80);
        assertThat(split.train().classNames()).containsExactly("a", "c");
        Input input = first.input();
        Data again = Data.like(file.toString(), DEFAULTS.dividedAs(first.division()), input, List.of("a", "c"));
        assertThat(again.division()).isEqualTo(first.division());
        assertThat(input.hash(again.split().train())).isEqualTo(input.hash(split.train()));
        assertThat(input.hash(again.split().test())).isEqualTo(input.hash(split.test()));
        Data other = Data.table(file, "kind");
        assertThat(input.hash(other.split().train())).isNotEqualTo(input.hash(split.train()));
    }

    @Test
    void unknownClassesAreKeptApart() throws Exception {
        Path root = pictures("p", 10, "x", "y", "z");
        Data data = Data.of(root.toString(), DEFAULTS.withUnknownClasses(List.of("y")));
        Dataset unknown = data.unknown().orElseThrow();
        assertThat(unknown.size()).isEqualTo(10);
        assertThat(unknown.classNames()).containsExactly("y");
        assertThat(unknown.name()).isEqualTo("unknown class (y)");
        assertThat(levels(unknown)).allMatch(level -> level >= 50 && level < 60);
        Split split = data.split();
        assertThat(split.train().classNames()).containsExactly("x", "z");
        for (Dataset part : List.of(split.train(), split.calibration(), split.test())) {
            assertThat(levels(part)).noneMatch(level -> level >= 50 && level < 60);
            for (int i = 0; i < part.size(); i++) {
                int level = Images.pixels(part.subset(i, i + 1))[0];
                assertThat(part.label(i)).isEqualTo(level < 50 ? 0 : 1);
            }
        }
        for (List<String> wrong : List.of(List.of("q"), List.of("x", "y"), List.of("x", "x"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Data.images(root, DEFAULTS.withUnknownClasses(wrong)));
        }
    }

    @Test
    void builtInDataKeepsItsTestPart() throws Exception {
        Data data = Data.of("MNIST", DEFAULTS.withUnknownClasses(List.of("4")));
        Split split = data.split();
        assertThat(split.test().size()).isEqualTo(10_000 - 982);
        assertThat(data.unknown().orElseThrow().size()).isEqualTo(982);
        assertThat(split.train().size() + split.calibration().size()).isEqualTo(60_000 - 5842);
        assertThat((double) split.train().size() / split.calibration().size()).isBetween(4.66, 4.67);
        assertThat(Data.builtIn("mnist").split().test().size()).isEqualTo(10_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Data.builtIn("mist"))
                .withMessageContaining("fashion-mnist");
    }

    @Test
    void testAndCalibrationMayBeGivenApart() throws Exception {
        Path train = table("t.csv", 90, "a", "b", "c");
        Path test = table("u.csv", 10, "a", "c");
        Path calibration = table("v.csv", 12, "a", "b");
        DataOptions options = DEFAULTS.withLabel("kind").withTest(test);
        Split split = Data.table(train, options).split();
        assertThat(split.test().size()).isEqualTo(10);
        assertThat(split.test().classNames()).containsExactly("a", "b", "c");
        assertThat(split.test().labels()).containsExactly(0, 2, 0, 2, 0, 2, 0, 2, 0, 2);
        assertThat(split.train().size()).isEqualTo(74);
        assertThat(split.calibration().size()).isEqualTo(16);
        split = Data.table(train, options.withCalibration(calibration)).split();
        assertThat(split.train().size()).isEqualTo(90);
        assertThat(split.calibration().size()).isEqualTo(12);
        refused(train.toString(), options.withTest(table("w.csv", 5, "a", "zz")), "w.csv", "zz");
    }

    @Test
    void rowsToTestOnThatAreAlsoTrainedOnAreAWarning() throws Exception {
        Path train = table("t.csv", 90, "a", "b", "c");
        DataOptions options = DEFAULTS.withLabel("kind");
        assertThat(Data.table(train, options).warnings()).isEmpty();
        List<DataWarning> warnings = Data.table(train, options.withTest(table("u.csv", 30, "a", "b", "c")))
                .warnings();
        assertThat(warnings).singleElement().satisfies(warning -> {
            assertThat(warning.kind()).isEqualTo(DataWarning.Kind.SHARED_ROWS);
            assertThat(warning.sentence()).contains(" of 30 test rows", "are also training rows");
        });
    }

    /** Else rows that a model was trained on would be calibrated on, just because others are tested on. */
    @Test
    void otherRowsToTestOnDoNotChangeADivision() throws Exception {
        Path file = table("t.csv", 120, "a", "b", "c");
        Data first = Data.table(file, "kind");
        DataOptions again = DEFAULTS.withTest(table("u.csv", 9, "a")).dividedAs(first.division());
        Input input = first.input();
        Split split =
                Data.like(file.toString(), again, input, List.of("a", "b", "c")).split();
        assertThat(split.test().labels()).containsExactly(new int[9]);
        assertThat(input.hash(split.train())).isEqualTo(input.hash(first.split().train()));
        assertThat(input.hash(split.calibration()))
                .isEqualTo(input.hash(first.split().calibration()));
    }

    /** What is given apart is written as the rest is. */
    @Test
    void rowsGivenApartAreReadInTheSameFormat() throws Exception {
        StringBuilder text = new StringBuilder("n;colour;kind\n");
        for (int i = 0; i < 40; i++) {
            text.append(i).append(i % 3 == 0 ? ",5;red;" : ",5;?;").append(i % 2 == 0 ? "a\n" : "b\n");
        }
        Path train = Files.writeString(folder.resolve("t.csv"), text);
        Path test = Files.writeString(folder.resolve("u.csv"), "n;colour;kind\n1,5;?;a\n?;red;b\n");
        CellFormat cells = CellFormat.standard().withDecimalComma().withMissing(Set.of("?"));
        DataOptions options = DEFAULTS.withTable(TableOptions.withDefaults().with(cells))
                .withLabel("kind")
                .withTest(test);
        Data data = Data.table(train, options);
        assertWritten(data.split().test());
        // The model remembers how cells are written.
        DataOptions again = DEFAULTS.withTest(test).dividedAs(data.division());
        assertWritten(Data.like(train.toString(), again, data.input(), List.of("a", "b"))
                .split()
                .test());
    }

    private static void assertWritten(Dataset tested) {
        float[] row = new float[2];
        tested.cells(0, row, 0);
        assertThat(row).containsExactly(1.5f, Float.NaN);
        tested.cells(1, row, 0);
        assertThat(row).containsExactly(Float.NaN, 0);
    }

    @Test
    void picturesGivenApartTakeTheShapeOfTheOthers() throws Exception {
        Path train = pictures("p", 10, "x", "y");
        Path test = pictures("q", 1, "y");
        DataOptions options = DEFAULTS.withSize(new PictureSize(3, 3))
                .withColouring(Colouring.COLOUR)
                .withTest(test);
        Split split = Data.of(train.toString(), options).split();
        assertThat(split.test().shape()).isEqualTo(new Volume(3, 3, 3));
        assertThat(split.test().labels()).containsExactly(1);
        refused(train.toString(), options.withTest(pictures("r", 3, "x", "new")), "'new' (3)");
        Path table = table("t.csv", 9, "x", "y");
        refused(train.toString(), options.withLabel("kind").withTest(table), "like those of the training data");
    }

    @Test
    void arrays() throws Exception {
        Path file = folder.resolve("a.npz");
        long[] labels = new long[40];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = i % 2;
        }
        NumpyFileWriter.create()
                .add("x_train", Shape.of(40, 2), new float[80])
                .add("y_train", Shape.of(40), labels)
                .add("x_test", Shape.of(1, 2), new float[2])
                .add("y_test", Shape.of(1), new long[1])
                .writeNpz(file);
        Data data = Data.of(file.toString(), DEFAULTS);
        assertThat(data.split().test().size()).isEqualTo(1);
        assertThat(data.notes()).isEmpty();
        Data tested = Data.arrays(file, DEFAULTS.withTest(file));
        assertThat(tested.split().test().size()).isEqualTo(40);
        assertThat(tested.notes()).singleElement().asString().contains("not used");
    }

    @Test
    void whatItCannotBeIsSaidInOneSentence() throws Exception {
        refused("mist", DEFAULTS, "mist must be a file or folder of data", "fashion-mnist", "there is none");
        Path picture = PictureFiles.grey(folder.resolve("one.png"), 1, 1, 1);
        refused(picture.toString(), DEFAULTS, "is one picture");
        Path other = Files.writeString(folder.resolve("notes.doc"), "hello");
        refused(other.toString(), DEFAULTS, "must be a table", "none of them");
        Path parquet = Files.writeString(folder.resolve("x.parquet"), "PAR1");
        refused(parquet.toString(), DEFAULTS.withLabel("y"), "org.epiwrap:epiwrap-data-parquet");
    }

    @Test
    void classesThatAreTooSmall() throws Exception {
        Path root = pictures("p", 5, "x", "y");
        PictureFiles.grey(root.resolve("z/1.png"), 2, 2, 3);
        refused(root.toString(), DEFAULTS, "at least 2 examples of every class", "has 1 of 'z'");
        assertThat(Data.images(root, DEFAULTS.withUnknownClasses(List.of("z")))
                        .unknown()
                        .orElseThrow()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void sharesAddUpToOne() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Shares(0.5, 0.5, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Shares(0, 0.5, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Shares(Double.NaN, 0.5, 0.5));
    }
}
