package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that write a model and read it again. */
abstract class ModelFileTest {
    @TempDir
    Path folder;

    Path file = Path.of("");

    @BeforeEach
    void name() {
        file = folder.resolve("model.safetensors");
    }

    /** Changes a bit of each byte of a file in turn; leaves the file as it was. */
    static void everyChangedByteIsRefused(Path path, ThrowingCallable read) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= (byte) (1 << i % 8);
            Files.write(path, changed);
            assertThatThrownBy(read)
                    .as("byte %d", i)
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith(path + ": ");
        }
        Files.write(path, bytes);
    }
}
