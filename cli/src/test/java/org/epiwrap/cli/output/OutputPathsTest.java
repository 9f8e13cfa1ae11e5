package org.epiwrap.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutputPathsTest {
    @TempDir
    private Path folder;

    @Test
    void aCheckLeavesEverythingAsItWas() throws IOException {
        OutputPaths.checkFolder(folder.resolve("a/b/c"));
        assertThat(folder).isEmptyDirectory();
        Path there = Files.createDirectory(folder.resolve("there"));
        OutputPaths.checkFolder(there);
        OutputPaths.checkFolder(there.resolve("inside"));
        assertThat(there).isEmptyDirectory();
    }

    @Test
    void aFileInTheWayIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> OutputPaths.checkFolder(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + " must be a folder, but " + file + " is a file");
        assertThatThrownBy(() -> OutputPaths.checkFolder(file.resolve("a/b")))
                .hasMessage("the folder " + file.resolve("a/b") + " cannot be created: Not a directory");
        assertThat(file).isEmptyFile();
    }

    /** A link that leads nowhere is not removed. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void linksStay() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
        assertThatThrownBy(() -> OutputPaths.checkFolder(link)).isInstanceOf(IllegalArgumentException.class);
        assertThat(link).isSymbolicLink();
    }
}
