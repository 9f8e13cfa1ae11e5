package org.epiwrap.data.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Images;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTest {
    @TempDir
    private Path folder;

    @Test
    void theFirstFolderThatHasTheFileIsTaken() throws Exception {
        Path second = Files.createDirectory(folder.resolve("second"));
        Path third = Files.createDirectory(folder.resolve("third"));
        Files.write(second.resolve("a.bin"), Images.bytes(1));
        Files.write(third.resolve("a.bin"), Images.bytes(2));
        List<Path> folders = List.of(folder, second, third);
        Source source = Source.inFolders(folders, "a.bin");
        assertThat(source.name()).isEqualTo(second.resolve("a.bin").toString());
        try (SourceReader reader = source.open()) {
            assertThat(reader.length()).hasValue(1);
            assertThat(reader.next()).isEqualTo(1);
            reader.expectEnd();
        }
        assertThatThrownBy(() -> Source.inFolders(folders, "b.bin"))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "b.bin or b.bin.gz must be in " + folder + " or " + second + " or " + third + ", but is not");
    }

    @Test
    void aMissingResourceNamesItsArtifact() throws Exception {
        ClassLoader loader = SourceTest.class.getClassLoader();
        assertThatThrownBy(() -> Source.resource(loader, "none.gz", "org.example:digits"))
                .isInstanceOf(DataException.class)
                .hasMessage("none.gz is not on the class path: add the dependency org.example:digits");
        String self = "org/epiwrap/data/source/SourceTest.class";
        try (SourceReader reader =
                Source.resource(loader, self, "org.example:tests").open()) {
            assertThat(reader.int32("the magic number")).isEqualTo(0xcafebabe);
            assertThat(reader.length()).isEmpty();
        }
    }
}
