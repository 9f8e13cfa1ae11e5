package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.cifar.Cifar10;
import org.epiwrap.data.cifar.Cifar100;
import org.epiwrap.data.cifar.CifarArchive;
import org.epiwrap.data.image.CsvImages;
import org.epiwrap.data.image.Idx;
import org.epiwrap.data.image.ImageFiles;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.profile.ColumnProfile;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.TableProfile;
import org.epiwrap.data.source.Source;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.junit.jupiter.api.Tag;

/** Whatever bytes come in: either a refusal that names the file, or a dataset as large as the bytes say. */
@Tag("fuzz")
class DataFuzzTest {
    private static final List<String> CLASSES = List.of("a", "b", "c");

    private interface Reading {
        void run() throws IOException;
    }

    private static void orRefused(Reading reading) throws IOException {
        try {
            reading.run();
        } catch (DataException refused) {
            checkRefusal(refused);
        }
    }

    /** The first byte says whether the images are gzipped, the next two how long they are; the labels follow. */
    @FuzzTest(maxDuration = "2m")
    void anyIdx(byte[] bytes) throws IOException {
        if (bytes.length < 3) {
            return;
        }
        boolean gzipped = bytes[0] == 1;
        int end = Math.min(bytes.length, 3 + ((bytes[1] & 0xff) << 8 | (bytes[2] & 0xff)));
        byte[] images = Arrays.copyOfRange(bytes, 3, end);
        byte[] labels = Arrays.copyOfRange(bytes, end, bytes.length);
        try {
            String name = gzipped ? "file-images.gz" : "file-images";
            Dataset read = Idx.read("fuzzed", CLASSES, Source.bytes(name, images), Source.bytes("file-labels", labels));
            check(read, labels.length - 8);
            if (!gzipped && (long) read.size() * read.shape().size() != images.length - 16) {
                throw new AssertionError(read + " from " + images.length + " bytes");
            }
        } catch (DataException refused) {
            checkRefusal(refused);
        }
    }

    @FuzzTest(maxDuration = "2m")
    void anyCifar(byte[] bytes) throws IOException {
        for (String name : List.of("file", "file.gz")) {
            List<Source> source = List.of(Source.bytes(name, bytes));
            orRefused(() -> {
                Dataset read = Cifar10.read("fuzzed", source);
                check(read, name.equals("file") ? bytes.length / 3073 : read.size());
            });
            orRefused(() -> {
                Dataset read = Cifar100.read("fuzzed", source);
                check(read, name.equals("file") ? bytes.length / 3074 : read.size());
            });
        }
    }

    /** The first byte says what white is, if it says so; each image that comes out has its line. */
    @FuzzTest(maxDuration = "2m")
    void anyCsv(byte[] bytes) throws IOException {
        if (bytes.length < 1) {
            return;
        }
        OptionalInt white = bytes[0] == 1 ? OptionalInt.of(1) : OptionalInt.empty();
        byte[] text = Arrays.copyOfRange(bytes, 1, bytes.length);
        long lines =
                1 + IntStream.range(0, text.length).filter(i -> text[i] == '\n').count();
        orRefused(() -> {
            try (CsvImages images = CsvImages.open(Source.bytes("file.csv", text), 4, white)) {
                byte[] pixels = new byte[4];
                long read = 0;
                while (images.next(pixels)) {
                    read++;
                    if (images.line() < read || images.line() > lines) {
                        throw new AssertionError("image " + read + " in line " + images.line() + " of " + lines);
                    }
                }
            }
        });
    }

    /** The first byte says whether the first column is the label and whether numbers have commas; the table follows. */
    @FuzzTest(maxDuration = "2m")
    void anyTable(byte[] bytes) throws IOException {
        if (bytes.length < 1) {
            return;
        }
        Source source = Source.bytes("file.csv", Arrays.copyOfRange(bytes, 1, bytes.length));
        TableOptions options = TableOptions.withDefaults().withoutUnlabelled();
        if ((bytes[0] & 2) != 0) {
            options = options.with(CellFormat.standard().withDecimalComma());
        }
        try {
            if ((bytes[0] & 1) != 0) {
                options = options.withLabel(TableReader.of(source, options)
                        .profile()
                        .columns()
                        .get(0)
                        .name());
            }
            TableReader reader = TableReader.of(source, options);
            TableProfile profile = reader.profile();
            Dataset read = reader.load(profile);
            long labelled =
                    profile.rows() - profile.label().map(ColumnProfile::missing).orElse(0L);
            if (read.size() != labelled) {
                throw new AssertionError(read + " from " + profile.rows() + " rows, of which " + labelled + " count");
            }
            DataDescription.of(profile, read);
            TableInput schema = TableInput.fit(read).with(options.cells());
            if (!schema.hash(reader.read()).equals(schema.hash(read))) {
                throw new AssertionError("one pass reads other rows than two");
            }
            float[] row = new float[schema.size()];
            for (int i = 0; i < read.size(); i++) {
                schema.encoder(read).encode(i, row, 0);
                if (row[schema.novelty()] != 0) {
                    throw new AssertionError("row " + i + " is unlike itself");
                }
            }
            if (reader.read(schema).size() != profile.rows()) {
                throw new AssertionError("the schema reads other rows");
            }
        } catch (DataException refused) {
            checkRefusal(refused);
        }
    }

    /** Whatever the file is taken for. */
    @FuzzTest(maxDuration = "2m")
    void anyImageFile(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("file", "");
        try {
            Files.write(file, bytes);
            Volume shape = new Volume(3, 2, 2);
            try (ImageFiles images = ImageFiles.of(List.of(file), shape, true, OptionalInt.empty())) {
                for (ImageFiles.Batch batch = images.next(8); !batch.names().isEmpty(); batch = images.next(8)) {
                    if (!batch.names().stream().allMatch(name -> name.startsWith(file.toString()))) {
                        throw new AssertionError("images of " + batch.names());
                    }
                }
            } catch (DataException refused) {
                checkRefusal(refused);
            }
        } finally {
            Files.delete(file);
        }
    }

    /** Nothing is written but the one file that is wanted, which has no bytes. */
    @FuzzTest(maxDuration = "2m")
    void anyArchive(byte[] bytes) throws IOException {
        Path folder = Files.createTempDirectory("fuzz");
        Path file = folder.resolve("file");
        Path wanted = folder.resolve("data/files/a.bin");
        try {
            Files.write(file, bytes);
            String empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
            CifarArchive archive =
                    new CifarArchive("x.tar.gz", "root", "files", List.of(new CifarArchive.Entry("a.bin", 0, empty)));
            boolean unpacked = false;
            try {
                archive.unpack(file, folder.resolve("data"));
                unpacked = true;
            } catch (DataException refused) {
                checkRefusal(refused);
            }
            try (Stream<Path> files = Files.walk(folder)) {
                List<Path> found = files.filter(Files::isRegularFile).sorted().toList();
                if (!found.equals(unpacked ? List.of(wanted, file) : List.of(file))) {
                    throw new AssertionError("there are " + found);
                }
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path path : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static void check(Dataset read, int size) {
        if (read.size() != size) {
            throw new AssertionError(read + " must have " + size + " images");
        }
        for (int i = 0; i < size; i++) {
            if (read.label(i) >= read.classNames().size()) {
                throw new AssertionError("label " + read.label(i));
            }
        }
    }

    private static void checkRefusal(DataException refused) {
        if (refused.getMessage() == null || !refused.getMessage().contains("file")) {
            throw new AssertionError("a refusal without a reason", refused);
        }
    }
}
