package org.epiwrap.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
    void aFileWrittenBitByBitAppearsWhenItIsCommitted() throws IOException {
        Path file = folder.resolve("note.txt");
        AtomicFile.write(file, "earlier");
        try (AtomicFile.Pending pending = AtomicFile.open(file)) {
            pending.stream().write("half".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(file).hasContent("earlier");
        try (AtomicFile.Pending pending = AtomicFile.open(file)) {
            pending.stream().write("whole".getBytes(StandardCharsets.UTF_8));
            pending.stream().write('!');
            assertThat(file).hasContent("earlier");
            pending.commit();
        }
        assertThat(file).hasContent("whole!");
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
    @EnabledOnOs(OS.LINUX)
    void aFolderThatTakesNoFilesIsReportedInWords() {
        assertThatThrownBy(() -> AtomicFile.write(Path.of("/proc/x"), "x"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage("/proc/x: no file can be made there");
    }

    @Test
    void ofSeveralFilesAllAreWrittenOrNone() throws IOException {
        Path first = folder.resolve("first");
        Path inTheWay = Files.createDirectories(folder.resolve("second"));
        Map<Path, String> texts = new LinkedHashMap<>();
        texts.put(first, "1");
        texts.put(inTheWay, "2");
        assertThatThrownBy(() -> AtomicFile.write(texts)).isInstanceOf(FileSystemException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(inTheWay);
        }
        Files.delete(inTheWay);
        AtomicFile.write(texts);
        assertThat(first).hasContent("1");
        assertThat(inTheWay).hasContent("2");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void linksAreFollowed() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));
        AtomicFile.write(link, "new");
        assertThat(target).hasContent("new");
        assertThat(link).isSymbolicLink();
        Files.delete(target);
        AtomicFile.write(link, "newer");
        assertThat(target).hasContent("newer");
    }

    /** A pipe stands for devices, which nobody wants to see replaced by a file should this fail. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsNoFileIsRefused() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> AtomicFile.write(pipe, "x"))
                .hasMessage(pipe + ": it must be a file, but is a device or the like");
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
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
