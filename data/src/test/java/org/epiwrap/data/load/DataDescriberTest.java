package org.epiwrap.data.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.epiwrap.data.DataException;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.PictureDescription;
import org.epiwrap.data.profile.PictureDescription.ClassCount;
import org.epiwrap.data.profile.PictureDescription.SizeCount;
import org.epiwrap.data.table.DelimitedFormat;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSink.Field;
import org.epiwrap.data.table.TableFormats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDescriberTest {
    private static final DataOptions DEFAULTS = DataOptions.withDefaults();

    @TempDir
    private Path folder;

    private void picture(String name, int width) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        ImageIO.write(new BufferedImage(width, 2, BufferedImage.TYPE_BYTE_GRAY), "png", file.toFile());
    }

    @Test
    void foldersAreCounted() throws Exception {
        picture("pets/train/cat/1.png", 3);
        picture("pets/train/cat/2.png", 3);
        picture("pets/train/dog/1.png", 4);
        picture("pets/test/dog/1.png", 3);
        PictureDescription pets = (PictureDescription)
                DataDescriber.describe(folder.resolve("pets").toString(), DEFAULTS);
        assertThat(pets.classes()).containsExactly(new ClassCount("cat", 2, 0), new ClassCount("dog", 1, 1));
        assertThat(pets.sizes()).containsExactly(new SizeCount(2, 3, 3), new SizeCount(2, 4, 1));
        assertThat(pets.train()).isEqualTo(3);
        assertThat(pets.test()).isEqualTo(1);
        assertThat(pets.warnings()).as("sizes differ, and classes are rare").isNotEmpty();
    }

    @Test
    void tablesAreDescribedEvenIfNothingCanBeLearnt() throws Exception {
        Path file = Files.writeString(folder.resolve("t.csv"), "a,b\n1,x\n2,x\n");
        DataDescription described = (DataDescription) DataDescriber.describe(file.toString(), DEFAULTS.withLabel("b"));
        assertThat(described.warnings().get(0).sentence()).contains("b");
        assertThat(described.profile().rows()).isEqualTo(2);
        DataDescription letters = (DataDescription) DataDescriber.describe("letters", DEFAULTS);
        assertThat(letters.profile().rows()).isEqualTo(16_000);
        assertThat(letters.profile().classes(false))
                .hasSize(26)
                .startsWith("A", "B")
                .endsWith("Z");
        PictureDescription digits = (PictureDescription) DataDescriber.describe("mnist", DEFAULTS);
        assertThat(digits.train()).isEqualTo(60_000);
        assertThat(digits.test()).isEqualTo(10_000);
    }

    @Test
    void jsonLinesAreWrittenButNotRead() throws Exception {
        Path file = folder.resolve("out.jsonl");
        List<Field> fields = List.of(
                new Field("text", RowSink.Type.TEXT),
                new Field("number", RowSink.Type.NUMBER),
                new Field("flag", RowSink.Type.BOOLEAN),
                new Field("set", RowSink.Type.TEXTS));
        try (RowSink sink = TableFormats.create(file, fields, DelimitedFormat.standard())) {
            sink.write(Arrays.asList("a \"quoted\"\nline", 0.5, true, List.of("x", "y")));
            sink.write(Arrays.asList(null, 1.5f, false, List.of()));
            assertThat(file).doesNotExist();
            sink.commit();
        }
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "{\"text\":\"a \\\"quoted\\\"\\nline\",\"number\":0.5,\"flag\":true,\"set\":[\"x\",\"y\"]}",
                        "{\"text\":null,\"number\":1.5,\"flag\":false,\"set\":[]}");
        assertThatThrownBy(() -> TableFormats.open(file, DelimitedFormat.standard()))
                .isInstanceOf(DataException.class);
    }

    @Test
    void aModelReadsDataByItsOwnInput() throws Exception {
        for (int i = 0; i < 20; i++) {
            picture("shapes/" + (i % 2 == 0 ? "disc" : "ring") + "/" + i + ".png", 4);
        }
        String path = folder.resolve("shapes").toString();
        Data first = Data.of(path, DEFAULTS);
        Data again = Data.like(path, DEFAULTS.dividedAs(first.division()), first.input(), List.of("disc", "ring"));
        assertThat(again.split().train().contentHash())
                .isEqualTo(first.split().train().contentHash());
        assertThat(first.options().seed()).isZero();
        Data digits = Data.like("mnist", DEFAULTS, first.input(), List.of());
        assertThat(digits.name()).isEqualTo("mnist");
    }
}
