package org.epiwrap.data.builtin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.image.Idx;
import org.epiwrap.data.source.FileCheck;
import org.epiwrap.data.source.Source;

/**
 * MNIST and Fashion-MNIST: grey images of 28 × 28 in ten classes, 60,000 to train on and 10,000 to test on.
 *
 * <p>Their files are the artifact {@value #ARTIFACT}, which an application must have on its class path; the data module
 * itself does not require it. They are read on first use and then kept in memory.
 */
public final class Mnist {
    /** The Maven artifact that contains the files, as group and name. */
    public static final String ARTIFACT = "org.epiwrap:epiwrap-mnist";

    /** Handwritten digits, by LeCun, Cortes and Burges. */
    public static final Mnist DIGITS = new Mnist(
            "mnist",
            List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
            Map.of(
                    "train-images-idx3-ubyte", "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
                    "train-labels-idx1-ubyte", "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
                    "t10k-images-idx3-ubyte", "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
                    "t10k-labels-idx1-ubyte", "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"),
            Mnist.class.getClassLoader());

    /** Articles of clothing, by Xiao, Rasul and Vollgraf. */
    public static final Mnist FASHION = new Mnist(
            "fashion-mnist",
            List.of(
                    "T-shirt/top",
                    "Trouser",
                    "Pullover",
                    "Dress",
                    "Coat",
                    "Sandal",
                    "Shirt",
                    "Sneaker",
                    "Bag",
                    "Ankle boot"),
            Map.of(
                    "train-images-idx3-ubyte", "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
                    "train-labels-idx1-ubyte", "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
                    "t10k-images-idx3-ubyte", "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
                    "t10k-labels-idx1-ubyte", "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"),
            Mnist.class.getClassLoader());

    private final String folder;
    private final List<String> classNames;
    private final Map<String, String> checksums;
    private final ClassLoader resources;
    private final Map<Part, Dataset> loaded = new EnumMap<>(Part.class);

    private Mnist(String folder, List<String> classNames, Map<String, String> checksums, ClassLoader resources) {
        this.folder = folder;
        this.classNames = classNames;
        this.checksums = checksums;
        this.resources = resources;
    }

    /** Returns the same dataset, read from the resources of another class loader. */
    Mnist from(ClassLoader loader) {
        return new Mnist(folder, classNames, checksums, loader);
    }

    /**
     * Returns one part. The exception is unchecked because the files are resources: if they are missing or damaged, the
     * application is packaged wrongly.
     *
     * @throws UncheckedIOException if the files are missing or damaged
     */
    public synchronized Dataset load(Part part) {
        return loaded.computeIfAbsent(part, this::read);
    }

    /** Returns whether the files are on the class path. */
    public boolean isAvailable() {
        return checksums.keySet().stream().allMatch(file -> resources.getResource(path(file)) != null);
    }

    /** Compares the files, decompressed, with the published ones. */
    public List<FileCheck> check() {
        return new TreeMap<>(checksums)
                .entrySet().stream()
                        .map(file -> FileCheck.of(file.getKey(), () -> source(file.getKey()), file.getValue()))
                        .toList();
    }

    /** Returns the SHA-256 of each decompressed file by its name. */
    Map<String, String> checksums() {
        return checksums;
    }

    private Source source(String file) throws DataException {
        return Source.resource(resources, path(file), ARTIFACT);
    }

    private String path(String file) {
        return "org/epiwrap/" + folder + "/" + file + ".gz";
    }

    private Dataset read(Part part) {
        String prefix = part == Part.TRAIN ? "train" : "t10k";
        try {
            return Idx.read(
                    folder + "-" + part.word(),
                    classNames,
                    source(prefix + "-images-idx3-ubyte"),
                    source(prefix + "-labels-idx1-ubyte"));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
