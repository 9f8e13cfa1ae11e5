package org.epiwrap.data.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.cifar.CifarArchive;
import org.epiwrap.data.source.FileCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BuiltInDataTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"MNIST", "FASHION_MNIST", "LETTERS"})
    void digitsClothesAndLettersNeedNoDownload(BuiltInData data) throws Exception {
        assertThat(data.isAvailable()).isTrue();
        assertThat(data.archive()).isEmpty();
        assertThat(data.check()).allMatch(check -> check.result() == FileCheck.Result.RIGHT);
        assertThat(data.load(Part.TEST).name()).isEqualTo(data + "-test");
    }

    @ParameterizedTest
    @EnumSource(names = {"CIFAR_10", "CIFAR_100"})
    void photographsAreReadFromTheDataFolder(BuiltInData data) throws Exception {
        CifarArchive archive = data.archive().orElseThrow();
        assertThat(data.isAvailable(folder)).isFalse();
        assertThat(data.check(folder))
                .hasSameSizeAs(archive.entries())
                .allMatch(check -> check.result() == FileCheck.Result.MISSING);
        assertThatThrownBy(() -> data.load(Part.TEST, folder))
                .isInstanceOf(DataException.class)
                .hasMessageMatching("test.*\\.bin or .* must be in .*, but is not \\('epiwrap data get " + data
                        + "' downloads it\\)");

        // One file of the right length whose labels are all 0.
        CifarArchive.Entry test = archive.entries().get(archive.entries().size() - 1);
        Path file = Files.createDirectories(folder.resolve(archive.folder())).resolve(test.name());
        Files.write(file, new byte[test.size()]);
        assertThat(data.isAvailable(folder)).isTrue();
        assertThat(data.load(Part.TEST, folder).name()).isEqualTo(data + "-test");
        assertThat(data.load(Part.TEST, folder).size()).isEqualTo(10_000);
        assertThat(data.check(folder)).last().isEqualTo(new FileCheck(test.name(), FileCheck.Result.WRONG));
    }

    @Test
    void lettersAreATableOfWhichAFifthOfEachLetterIsForTests() throws Exception {
        Dataset train = BuiltInData.LETTERS.load(Part.TRAIN);
        Dataset test = BuiltInData.LETTERS.load(Part.TEST);
        assertThat(train).hasToString("letters-train: 16000 rows of 16 columns in 26 classes");
        assertThat(test).hasToString("letters-test: 4000 rows of 16 columns in 26 classes");
        assertThat(Letters.all()).hasToString("letters: 20000 rows of 16 columns in 26 classes");
        assertThat(test.classNames()).startsWith("A", "B").endsWith("Z");
        long[] letters = new long[26];
        for (int label : test.labels()) {
            letters[label]++;
        }
        // The repository's description counts 789 A and 766 B.
        assertThat(letters[0]).isBetween(156L, 160L);
        assertThat(letters[1]).isBetween(151L, 155L);
        assertThat(BuiltInData.LETTERS.load(Part.TEST).contentHash()).isEqualTo(test.contentHash());
    }

    @Test
    void namesAreThoseOfTheDatasets() {
        assertThat(BuiltInData.values())
                .extracting(BuiltInData::toString)
                .containsExactly("mnist", "fashion-mnist", "cifar-10", "cifar-100", "letters");
    }
}
