package org.epiwrap.experiments.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.metrics.Spread;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementsTest {
    private static final Measurement ONE = new Values()
            .add(Quantity.ACCURACY, List.of(0.5, 1.0))
            .of(Key.of(Topic.ABLATION).with(Field.CHOICE, "é"));
    private static final Measurement TWO =
            new Values().add(Quantity.ACCURACY, 0.25).of(Key.of(Topic.OOD));

    @Test
    void whatWasMeasuredIsFoundAgain(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("m.jsonl");
        Measurements written = Measurements.at(file);
        assertThat(written.find(ONE.key())).isEmpty();
        written.add(ONE);
        written.add(TWO);
        assertThat(written.find(ONE.key())).contains(ONE);
        Measurements read = Measurements.at(file);
        assertThat(read.all()).containsExactly(ONE, TWO);
        assertThat(read.find(TWO.key())).contains(TWO);
        assertThat(ONE.spread(Quantity.ACCURACY)).isEqualTo(Spread.of(0.5, 1));
        assertThatNullPointerException()
                .isThrownBy(() -> ONE.numbers(Quantity.AUROC))
                .withMessageContaining("has no auroc");
    }

    /** A process killed while it writes leaves part of a line, which must not spoil those before and after. */
    @Test
    void partOfALineIsDropped(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("m.jsonl");
        Measurements.at(file).add(ONE);
        byte[] part = "{\"key\":{\"choice\":\"é".getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(part, part.length - 1), StandardOpenOption.APPEND);
        Measurements again = Measurements.at(file);
        assertThat(again.all()).containsExactly(ONE);
        again.add(TWO);
        assertThat(Measurements.at(file).all()).containsExactly(ONE, TWO);
    }

    /** They are shown, but do not keep an experiment from measuring. */
    @Test
    void measurementsOfOtherVersionsAreOld(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("m.jsonl");
        Measurements.at(file).add(ONE);
        Files.writeString(file, Files.readString(file).replaceAll("\"threads\":\"\\d+\"", "\"threads\":\"99\""));
        Measurements later = Measurements.at(file);
        assertThat(later.all()).containsExactly(ONE);
        assertThat(later.find(ONE.key())).isEmpty();
        assertThat(later.newest(ONE.key())).contains(ONE);
        later.add(TWO);
        assertThat(later.provenance(TWO.key()::equals)).hasSize(1);
        assertThat(later.provenance(key -> true)).hasSize(2).first().asString().contains("threads 99");
    }

    /** The build is recorded, but what one build has measured another of the same version does not measure again. */
    @Test
    void measurementsRecordTheirBuild(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("m.jsonl");
        Measurements.at(file).add(ONE);
        String line = Files.readString(file);
        assertThat(line).containsPattern("\"build\":\"([0-9a-f]{8}|classes)\"");
        Files.writeString(file, line.replaceAll("\"build\":\"\\w+\"", "\"build\":\"other\""));
        assertThat(Measurements.at(file).find(ONE.key())).contains(ONE);
    }

    @Test
    void linesThatAreNoMeasurementsAreRefused(@TempDir Path folder) throws IOException {
        for (String line : List.of(
                "nonsense",
                "{}",
                "[1]",
                "{\"key\":{\"study\":\"ood\"},\"values\":{\"a\":[\"x\"]},\"made\":{}}",
                "{\"key\":{\"unknown\":\"ood\"},\"values\":{\"a\":[1]},\"made\":{}}")) {
            Path file = folder.resolve("m.jsonl");
            Files.writeString(file, line + "\n");
            assertThatThrownBy(() -> Measurements.at(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("line 1 must be a measurement");
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsAnError(@TempDir Path folder) throws IOException {
        Measurements nowhere = Measurements.at(folder.resolve("absent").resolve("m.jsonl"));
        assertThatThrownBy(() -> nowhere.add(ONE)).isInstanceOf(UncheckedIOException.class);
    }
}
