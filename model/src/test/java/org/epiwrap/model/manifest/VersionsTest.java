package org.epiwrap.model.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {
    @TempDir
    private Path folder;

    /** CRC-32 of "123456789", as published with the algorithm, of two jars in the order of their names. */
    @Test
    void aBuildIsTheChecksumOfItsJars() throws IOException {
        Path first = Files.writeString(folder.resolve("epiwrap-a.jar"), "12345");
        Path second = Files.writeString(folder.resolve("epiwrap-b.jar"), "6789");
        Files.writeString(folder.resolve("other.jar"), "other");
        assertThat(Versions.build(first)).isEqualTo("cbf43926");
        assertThat(Versions.build(second)).isEqualTo("cbf43926");
        Files.writeString(second, "6780");
        assertThat(Versions.build(first)).isNotEqualTo("cbf43926").matches("[0-9a-f]{8}");
    }

    @Test
    void whatDoesNotRunFromJarsHasNoChecksum() throws IOException {
        assertThat(Versions.build(folder)).isEqualTo("classes");
        assertThat(Versions.build()).as("of this test").isEqualTo("classes");
        assertThat(Versions.epiwrap()).matches("\\d+\\.\\d+\\.\\d+.*");
    }
}
