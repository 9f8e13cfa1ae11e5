package org.epiwrap.store.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.store.DataType;
import org.epiwrap.store.StoreException;
import org.epiwrap.testing.NpyFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumpyRowsTest {
    @TempDir
    private Path folder;

    private Path npy(String descr, String shape, byte... data) throws IOException {
        return Files.write(folder.resolve("a.npy"), NpyFile.of(descr, false, shape, data));
    }

    /** Row by row, every array has the numbers that it has as a whole, whatever its order in the file. */
    @ParameterizedTest
    @ValueSource(strings = {"all.npz", "all_compressed.npz"})
    void rowsAreTheWholeArray(String archive) throws Exception {
        try (NumpyFile file = NumpyFile.openData(Path.of("src/test/resources/numpy", archive))) {
            int compared = 0;
            for (String name : file.names()) {
                if (file.info(name).shape().rank() == 0) {
                    assertThatThrownBy(() -> file.rows(name)).isInstanceOf(StoreException.class);
                    continue;
                }
                List<Double> found = new ArrayList<>();
                try (NumpyRows rows = file.rows(name)) {
                    assertThat(rows.count()).isEqualTo(file.info(name).shape().size(0));
                    double[] row = new double[rows.width()];
                    while (rows.next(row)) {
                        for (double value : row) {
                            found.add(value);
                        }
                    }
                }
                DataType type = file.info(name).type();
                boolean whole = !List.of(DataType.F16, DataType.BF16, DataType.F32, DataType.F64)
                        .contains(type);
                List<Double> expected = new ArrayList<>();
                if (whole) {
                    for (long value : file.longs(name)) {
                        expected.add((double) value);
                    }
                } else {
                    for (double value : file.doubles(name)) {
                        expected.add(value);
                    }
                }
                assertThat(found).as(name).isEqualTo(expected);
                compared++;
            }
            assertThat(compared).isGreaterThan(10);
        }
    }

    @Test
    void textsAreReadOfData() throws Exception {
        Path text = npy("|S2", "(3,)", (byte) 'a', (byte) 'b', (byte) 'c', (byte) 0, (byte) 0, (byte) 0);
        try (NumpyFile file = NumpyFile.openData(text)) {
            assertThat(file.isText("a")).isTrue();
            assertThat(file.texts("a")).containsExactly("ab", "c", "");
        }
        assertThatThrownBy(() -> NumpyFile.openNpy(text)).isInstanceOf(StoreException.class);
        try (NumpyFile file = NumpyFile.openData(npy("<U1", "(1,)", (byte) 0, (byte) 0xf6, (byte) 1, (byte) 0))) {
            assertThat(file.texts("a")).containsExactly(Character.toString(0x1f600));
        }
    }

    @Test
    void whatIsNoTextIsRefused() throws Exception {
        try (NumpyFile file = NumpyFile.openData(npy("|u1", "(1,)", (byte) 1))) {
            assertThatThrownBy(() -> file.texts("a"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("must be one of texts");
        }
        try (NumpyFile file = NumpyFile.openData(npy("|S1", "(1,)", (byte) -1))) {
            assertThatThrownBy(() -> file.texts("a")).hasMessageContaining("characters of Unicode");
        }
        try (NumpyFile file = NumpyFile.openData(npy("<U0", "(9000000000000,)"))) {
            assertThatThrownBy(() -> file.texts("a")).hasMessageContaining("at least one character");
        }
        Path twoAxes = npy("|S1", "(1, 1)", (byte) 1);
        assertThatThrownBy(() -> NumpyFile.openData(twoAxes)).hasMessageContaining("one axis");
    }

    @Test
    void damageNamesTheRow() throws Exception {
        Path path = npy("|b1", "(2, 1)", (byte) 1, (byte) 2);
        try (NumpyFile file = NumpyFile.openData(path);
                NumpyRows rows = file.rows("a")) {
            double[] row = new double[1];
            assertThat(rows.next(row)).isTrue();
            assertThatThrownBy(() -> rows.next(row))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("row 1")
                    .hasMessageContaining("must be 0 or 1");
        }
        try (NumpyFile file = NumpyFile.openData(path)) {
            Files.write(path, new byte[5]);
            assertThatThrownBy(() -> file.rows("a")).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void whatGrowsOrShrinksMeanwhileIsRefused() throws Exception {
        Path path = npy("|u1", "(2, 1)", (byte) 1, (byte) 2);
        byte[] all = Files.readAllBytes(path);
        double[] row = new double[1];
        try (NumpyFile file = NumpyFile.openData(path)) {
            Files.write(path, ByteBuffer.allocate(all.length + 1).put(all).array());
            try (NumpyRows rows = file.rows("a")) {
                rows.next(row);
                rows.next(row);
                assertThatThrownBy(() -> rows.next(row)).hasMessageContaining("goes on");
            }
            Files.write(path, Arrays.copyOf(all, all.length - 1));
            try (NumpyRows rows = file.rows("a")) {
                rows.next(row);
                assertThatThrownBy(() -> rows.next(row)).hasMessageContaining("ends before row 1");
            }
        }
    }
}
