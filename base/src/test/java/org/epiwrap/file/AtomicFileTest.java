package org.epiwrap.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path folder;

    @Test
    void replacesAndLeavesNothingElse() throws IOException {
        Path file = folder.resolve("note.txt");
        AtomicFile.write(file, "first, and longer");
        AtomicFile.write(file, "sécond");
        assertThat(Files.readString(file)).isEqualTo("sécond");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFolderInTheWayOrMissingIsNamed() {
        assertThatThrownBy(() -> AtomicFile.write(folder, "x"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(folder + ": it must be a file, but is a folder");
        Path lost = folder.resolve("none").resolve("x");
        assertThatThrownBy(() -> AtomicFile.write(lost, "x"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(lost + ": there is no folder " + lost.getParent());
    }

    /** The message has the name that was asked for, not the temporary one, which is gone. */
    @Test
    void aNameThatCannotBeIsNamed() throws IOException {
        Path tooLong = folder.resolve("x".repeat(300));
        assertThatThrownBy(() -> AtomicFile.write(tooLong, "x"))
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith(tooLong + ": ");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aFailingSourceLeavesTheOldFile() throws IOException {
        Path file = folder.resolve("note.txt");
        AtomicFile.write(file, "old");
        assertThatThrownBy(() -> AtomicFile.write(file, channel -> {
                    throw new IOException("no more");
                }))
                .hasMessageEndingWith("note.txt: no more");
        assertThat(Files.readString(file)).isEqualTo("old");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
