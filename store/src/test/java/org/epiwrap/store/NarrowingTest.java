package org.epiwrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NarrowingTest {
    @TempDir
    private Path folder;

    private interface Narrow {
        short of(float value);
    }

    /** Every number that 16 bits can be, as the reader has it, becomes the same 16 bits again. */
    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16"})
    void everyNumberOfTheTypeComesBack(DataType type) throws IOException {
        float[] all = all(type);
        Narrow narrow = type == DataType.F16 ? Narrowing::half : Narrowing::brain;
        for (int bits = 0; bits < all.length; bits++) {
            short back = narrow.of(all[bits]);
            if (Float.isNaN(all[bits])) {
                assertThat(Float.isNaN(all[Short.toUnsignedInt(back)])).isTrue();
            } else {
                assertThat(back).isEqualTo((short) bits);
            }
        }
    }

    /** Half way between two neighbours it is the one whose last bit is 0, and else the nearer one. */
    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16"})
    void theNearestIsTaken(DataType type) throws IOException {
        float[] all = all(type);
        Narrow narrow = type == DataType.F16 ? Narrowing::half : Narrowing::brain;
        for (int bits = 0; Float.isFinite(all[bits + 1]); bits++) {
            double middle = ((double) all[bits] + all[bits + 1]) / 2;
            if (middle != (float) middle) {
                continue;
            }
            short even = (short) (bits % 2 == 0 ? bits : bits + 1);
            assertThat(narrow.of((float) middle)).isEqualTo(even);
            assertThat(narrow.of(Math.nextDown((float) middle))).isEqualTo((short) bits);
            assertThat(narrow.of(Math.nextUp((float) middle))).isEqualTo((short) (bits + 1));
            assertThat(narrow.of((float) -middle)).isEqualTo((short) (even | 0x8000));
        }
    }

    private float[] all(DataType type) throws IOException {
        byte[] data = new byte[2 << 16];
        for (int i = 0; i < data.length; i += 2) {
            data[i] = (byte) (i / 2);
            data[i + 1] = (byte) ((i / 2) >> 8);
        }
        Path path = Raw.file(folder, Raw.header(type.name(), "[65536]", data.length), data);
        try (TensorFile file = TensorFile.open(path)) {
            return file.floats("t");
        }
    }

    @Test
    void whatWouldBecomeInfinityIsRefused() throws IOException {
        TensorFileWriter writer = TensorFileWriter.create()
                .add("a", DataType.F16, Shape.of(3), new float[] {65504, Float.NEGATIVE_INFINITY, 0.1f})
                .add("b", DataType.BF16, Shape.of(2), new float[] {1e38f, 0.1f});
        assertThatThrownBy(() -> writer.add("c", DataType.F16, Shape.of(2), new float[] {1, -65520}))
                .hasMessageContaining("element 1 must be in the range of F16, but is -65520.0");
        assertThatThrownBy(() -> writer.add("c", DataType.BF16, Shape.of(1), new float[] {Float.MAX_VALUE}))
                .hasMessageContaining("range of BF16");
        assertThatThrownBy(() -> writer.add("c", DataType.I64, Shape.of(1), new float[1]))
                .hasMessageContaining("F32, F16 or BF16, but type is I64");
        Path path = folder.resolve("a.safetensors");
        writer.writeTo(path);
        try (TensorFile file = TensorFile.open(path)) {
            assertThat(file.info("a").type()).isEqualTo(DataType.F16);
            assertThat(file.floats("a")).containsExactly(65504, Float.NEGATIVE_INFINITY, 0x1.998p-4f);
            assertThat(file.info("b").type()).isEqualTo(DataType.BF16);
            assertThat(file.floats("b")[1]).isEqualTo(0x1.9ap-4f);
        }
    }
}
