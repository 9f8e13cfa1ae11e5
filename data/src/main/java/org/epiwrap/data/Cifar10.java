package org.epiwrap.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** CIFAR-10: colour images of 32 × 32 in ten classes, 50,000 to train and 10,000 to test, by Krizhevsky. */
public final class Cifar10 {
    public static final List<String> CLASS_NAMES =
            List.of("airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck");

    static final String NAME = "cifar-10";

    private static final int RECORDS_PER_FILE = 10_000;

    private Cifar10() {}

    /**
     * One part from a data folder such as {@link DataFolder#standard()}: from its folder {@code cifar-10}, where
     * {@link CifarDownload} puts the files, or {@code cifar-10-batches-bin}, as the archive has it.
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

    /** Files of this layout with any number of whole records, one after the other. */
    public static Dataset read(String name, List<Source> files) throws IOException {
        return read(name, files, OptionalInt.empty());
    }

    private static Dataset read(String name, List<Source> files, OptionalInt recordsPerFile) throws IOException {
        CifarReader reader = new CifarReader(List.of(CLASS_NAMES), recordsPerFile);
        reader.read(files);
        return reader.dataset(name, 0);
    }
}
