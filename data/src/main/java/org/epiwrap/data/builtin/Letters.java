package org.epiwrap.data.builtin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.epiwrap.concurrent.Lazy;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Split;
import org.epiwrap.data.source.FileCheck;
import org.epiwrap.data.source.Source;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;

/**
 * Letter Recognition (Slate 1991, UCI): 20,000 rows of 16 numbers that describe pictures of the 26 capital letters in
 * distorted fonts. Published in one part; a fifth of each letter, always the same, is kept to test on.
 */
public final class Letters {
    private static final String FILE = "org/epiwrap/data/letters/letters.csv.gz";
    private static final String SHA256 = "b63c465dbba15552b15f1932b259704e5547c1b5a7a39fd9a15ef94c2ba99114";
    private static final double TEST_SHARE = 0.2;
    private static final long SEED = 0;
    private static final Lazy<Dataset> ALL = new Lazy<>(Letters::read);
    private static final Lazy<Split> SPLIT = new Lazy<>(() -> Split.of(all(), 1 - TEST_SHARE, 0, TEST_SHARE, SEED));

    private Letters() {}

    /**
     * Returns one part. The exception is unchecked because the file is a resource: if it is missing or damaged, the
     * application is packaged wrongly.
     *
     * @throws UncheckedIOException if the file is missing or damaged
     */
    public static Dataset load(Part part) {
        Dataset data = part == Part.TRAIN ? SPLIT.get().train() : SPLIT.get().test();
        return data.named("letters-" + part.word());
    }

    /**
     * Returns all rows, for those who divide them in another way.
     *
     * @throws UncheckedIOException if the file is missing or damaged
     */
    public static Dataset all() {
        return ALL.get();
    }

    /** Compares the file, decompressed, with the published one. */
    static List<FileCheck> check() {
        return List.of(FileCheck.of("letters.csv", Letters::source, SHA256));
    }

    private static Source source() throws DataException {
        return Source.resource(Letters.class.getClassLoader(), FILE, "org.epiwrap:epiwrap-data");
    }

    private static Dataset read() {
        try {
            return TableReader.of(source(), TableOptions.withDefaults().withLabel("lettr"))
                    .read();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
