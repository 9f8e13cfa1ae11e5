package org.epiwrap.data.cifar;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.source.DataFolder;
import org.epiwrap.data.source.Source;

/** CIFAR-10, by Krizhevsky: colour images of 32 × 32 in ten classes, 50,000 to train on and 10,000 to test on. */
public final class Cifar10 {
    /** The names of the labels 0 to 9. */
    public static final List<String> CLASS_NAMES =
            List.of("airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck");

    static final String NAME = "cifar-10";

    private static final int RECORDS_PER_FILE = 10_000;

    private Cifar10() {}

    /**
     * Reads one part from a data folder such as {@link DataFolder#standard()}: from its folder {@code cifar-10}, where
     * {@link CifarDownload} puts the files, or {@code cifar-10-batches-bin}, the folder inside the archive.
     */
    public static Dataset load(Path dataFolder, Part part) throws IOException {
        List<Path> folders = CifarArchive.cifar10().folders(dataFolder);
        List<Source> files = new ArrayList<>();
        if (part == Part.TEST) {
            files.add(Source.inFolders(folders, "test_batch.bin"));
        } else {
            for (int batch = 1; batch <= 5; batch++) {
                files.add(Source.inFolders(folders, "data_batch_" + batch + ".bin"));
            }
        }
        return read(NAME + "-" + part.word(), files, OptionalInt.of(RECORDS_PER_FILE));
    }

    /** Reads files of this layout, one after another, with any number of complete records. */
    public static Dataset read(String name, List<Source> files) throws IOException {
        return read(name, files, OptionalInt.empty());
    }

    private static Dataset read(String name, List<Source> files, OptionalInt recordsPerFile) throws IOException {
        return new CifarReader(OptionalInt.empty(), CLASS_NAMES, recordsPerFile).read(name, files);
    }
}
