package org.epiwrap.data.cifar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Gzip;
import org.epiwrap.data.source.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CifarTest {
    @TempDir
    private Path folder;

    @Test
    void readsRecordsOfSeveralFiles() throws IOException {
        Path plain = Files.write(folder.resolve("a.bin"), records(1, 2));
        Path zipped = Files.write(folder.resolve("b.bin.gz"), Gzip.gzip(records(1, 100)));
        Dataset data = Cifar10.read("small", List.of(Source.file(plain), Source.file(zipped), Source.file(plain)));
        assertThat(data.size()).isEqualTo(104);
        assertThat(data.shape()).isEqualTo(new Volume(3, 32, 32));
        assertThat(data.label(1)).isEqualTo(7);
        assertThat(data.label(2 + 9)).isEqualTo(3);
        assertThat(Images.pixels(data.subset(11, 12)))
                .isEqualTo(Arrays.copyOfRange(records(1, 100), 9 * 3073 + 1, 10 * 3073));
        assertThat(Images.pixels(data.subset(103, 104))).isEqualTo(Arrays.copyOfRange(records(1, 2), 3074, 6146));
    }

    @Test
    void cifar100HasFineLabels() throws IOException {
        Dataset data = Cifar100.read("small", List.of(Source.bytes("a", records(2, 5))));
        assertThat(data.labels()).containsExactly(1, 8, 5, 2, 9);
        assertThat(Images.pixels(data.subset(4, 5)))
                .isEqualTo(Arrays.copyOfRange(records(2, 5), 4 * 3074 + 2, 5 * 3074));
        assertThat(Cifar100.CLASS_NAMES)
                .hasSize(100)
                .isSorted()
                .startsWith("apple")
                .endsWith("worm");
    }

    @Test
    void theLoadersTakeWholePartsOnly() throws IOException {
        Path cifar10 = Files.createDirectories(folder.resolve("cifar-10"));
        byte[] batch = Gzip.gzip(new byte[10_000 * 3073]);
        for (int i = 1; i <= 5; i++) {
            Files.write(cifar10.resolve("data_batch_" + i + ".bin.gz"), batch);
        }
        Dataset train = Cifar10.load(folder, Part.TRAIN);
        assertThat(train.size()).isEqualTo(50_000);
        assertThat(train.name()).isEqualTo("cifar-10-train");

        Path test = cifar10.resolve("test_batch.bin");
        assertThatThrownBy(() -> Cifar10.load(folder, Part.TEST))
                .isInstanceOf(DataException.class)
                .hasMessage("test_batch.bin or test_batch.bin.gz must be in " + cifar10 + " or "
                        + folder.resolve("cifar-10-batches-bin") + ", but is not");
        Files.write(test, records(1, 3));
        refuses(
                () -> Cifar10.load(folder, Part.TEST),
                test
                        + ", byte 9219: expected a length of 30730000 bytes for 10000 records, but found a length of 9219");

        Path cifar100 = Files.createDirectories(folder.resolve("cifar-100"));
        Path zipped = Files.write(cifar100.resolve("test.bin.gz"), Gzip.gzip(new byte[10_000 * 3074]));
        assertThat(Cifar100.load(folder, Part.TEST).size()).isEqualTo(10_000);
        Files.write(zipped, Gzip.gzip(new byte[9_999 * 3074]));
        refuses(
                () -> Cifar100.load(folder, Part.TEST),
                zipped + ", byte 30736926: expected 10000 records, but found 9999 records");
        Files.write(zipped, Gzip.gzip(new byte[10_000 * 3074 + 1]));
        refuses(
                () -> Cifar100.load(folder, Part.TEST),
                zipped + ", byte 30740000: expected the end of the file after 10000 records, but found more bytes");
        Files.write(cifar100.resolve("train.bin"), new byte[1]);
        refuses(() -> Cifar100.load(folder, Part.TRAIN), cifar100.resolve("train.bin") + ", byte 1: expected");
    }

    @Test
    void theLoadersFindWhatWasUnpackedByHand() throws IOException {
        Path byHand = Files.createDirectories(folder.resolve("cifar-10-batches-bin"));
        Files.write(byHand.resolve("test_batch.bin"), new byte[10_000 * 3073]);
        assertThat(Cifar10.load(folder, Part.TEST).size()).isEqualTo(10_000);
        Path hundred = Files.createDirectories(folder.resolve("cifar-100-binary"));
        Files.write(hundred.resolve("test.bin"), new byte[10_000 * 3074]);
        assertThat(Cifar100.load(folder, Part.TEST).size()).isEqualTo(10_000);
        refuses(
                () -> Cifar100.load(folder, Part.TRAIN),
                "train.bin or train.bin.gz must be in " + folder.resolve("cifar-100") + " or " + hundred
                        + ", but is not");
    }

    @Test
    void whatTheDownloadPutsInPlaceComesFirst() throws IOException {
        Path byHand = Files.createDirectories(folder.resolve("cifar-10-batches-bin"));
        Files.write(byHand.resolve("test_batch.bin"), new byte[10_000 * 3073]);
        byte[] labelled = new byte[10_000 * 3073];
        labelled[0] = 7;
        Path downloaded = Files.createDirectories(folder.resolve("cifar-10"));
        Files.write(downloaded.resolve("test_batch.bin"), labelled);
        assertThat(Cifar10.load(folder, Part.TEST).label(0)).isEqualTo(7);
    }

    @Test
    void brokenRecordsAreRefused() {
        refuses(read10(new byte[0]), "file, byte 0: expected at least one record, but found 0 records");
        refuses(
                read10(new byte[3000]),
                "file, byte 3000: expected 73 more bytes of a record of 3073, but found the end of the file");
        refuses(read10(new byte[3074]), "file, byte 3074: expected 3072 more bytes of a record of 3073");
        byte[] mislabelled = records(1, 3);
        mislabelled[3073] = 10;
        refuses(read10(mislabelled), "file, byte 3073: expected a label from 0 to 9, but found 10");
        refuses(read100(new byte[3075]), "file, byte 3075: expected a second label, but found the end of the file");
        byte[] coarse = new byte[3074];
        coarse[0] = 20;
        refuses(read100(coarse), "file, byte 0: expected a label from 0 to 19, but found 20");
        byte[] fine = new byte[3074];
        fine[1] = (byte) 200;
        refuses(read100(fine), "file, byte 1: expected a label from 0 to 99, but found 200");
    }

    private static Reading read10(byte[] bytes) {
        return () -> Cifar10.read("small", List.of(Source.bytes("file", bytes)));
    }

    private static Reading read100(byte[] bytes) {
        return () -> Cifar100.read("small", List.of(Source.bytes("file", bytes)));
    }

    private interface Reading {
        Object read() throws IOException;
    }

    private static void refuses(Reading reading, String message) {
        assertThatThrownBy(reading::read).isInstanceOf(DataException.class).hasMessageStartingWith(message);
    }

    /** The first label byte of record i is 7 i modulo 10, a second one greater by one; the pixels differ throughout. */
    static byte[] records(int labelBytes, int count) {
        int length = labelBytes + 3072;
        byte[] bytes = new byte[count * length];
        for (int i = 0; i < bytes.length; i++) {
            int record = i / length;
            int place = i % length;
            bytes[i] = (byte) (place < labelBytes ? record * 7 % 10 + place : record * 31 + place * 7);
        }
        return bytes;
    }
}
