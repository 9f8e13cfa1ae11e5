package org.epiwrap.data.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.NaturalOrder;
import org.epiwrap.data.Part;
import org.epiwrap.data.Parts;
import org.epiwrap.data.Records;
import org.epiwrap.data.Volume;

/**
 * Reads folders of {@linkplain Pictures pictures}, each in a folder that is named after its class: {@code root/class/…/x.png},
 * or {@code root/train/class/…/x.png} and {@code root/test/class/…/x.png}. A folder inside that of a class belongs to the
 * class. Classes are in {@linkplain NaturalOrder natural order}.
 *
 * <p>Hidden files are skipped. Links are followed as long as they stay inside the root.
 */
public final class ImageFolder {
    /** Of so many pictures it is known whether they have colour. */
    private static final int SAMPLE = 100;

    private final Path root;
    private final PictureTree tree;
    private final PictureOptions options;
    private final Set<Path> skipped = new HashSet<>();

    private ImageFolder(Path root, PictureTree tree, PictureOptions options) {
        this.root = root;
        this.tree = tree;
        this.options = options;
    }

    private static ImageFolder open(Path root, PictureOptions options) throws IOException {
        return new ImageFolder(root, PictureTree.of(root), options);
    }

    /**
     * Reads pictures of at least two classes.
     *
     * @throws DataException if the folder is not one of pictures by class, or a picture cannot be used; the message is one
     *     sentence that names the folder or file
     */
    public static Parts read(Path root, PictureOptions options) throws IOException {
        return open(root, options).parts();
    }

    /** Reads pictures of any number of classes as one part, such as those to test on: the test part if there is one. */
    public static Dataset readPart(Path root, PictureOptions options) throws IOException {
        ImageFolder folder = open(root, options);
        Map<String, Path> folders = folder.tree.folders(root);
        Map<String, List<Path>> files = folder.byClass(
                folders.keySet().equals(Set.of(Part.TRAIN.word(), Part.TEST.word()))
                        ? folders.getOrDefault(Part.TEST.word(), root)
                        : root);
        List<String> classes = List.copyOf(files.keySet());
        return folder.load(PictureTree.name(root.toAbsolutePath()), classes, files, folder.shape(all(List.of(files))));
    }

    /** Reads all pictures below a folder, whatever their classes, without labels. */
    public static Dataset readUnlabelled(Path root, PictureOptions options) throws IOException {
        ImageFolder folder = open(root, options);
        Map<String, List<Path>> files = Map.of("", folder.pictures(root));
        Volume shape = folder.shape(all(List.of(files)));
        try (Records.Builder records = Records.builder(shape.size())) {
            folder.load(files.getOrDefault("", List.of()), shape, records);
            String name = PictureTree.name(root.toAbsolutePath());
            return Dataset.unlabelled(name, new ExampleType.Images(shape), records.build());
        }
    }

    private Parts parts() throws IOException {
        Map<String, Path> folders = tree.folders(root);
        String name = PictureTree.name(root.toAbsolutePath());
        Path test = folders.get(Part.TEST.word());
        Path train = folders.get(Part.TRAIN.word());
        if (train == null || folders.size() > (test == null ? 1 : 2)) {
            Map<String, List<Path>> files = byClass(root);
            List<String> classes = classes(root, files);
            return new Parts(load(name, classes, files, shape(all(List.of(files)))), Optional.empty(), notes());
        }
        Map<String, List<Path>> trainFiles = byClass(train);
        List<String> classes = classes(train, trainFiles);
        Map<String, List<Path>> testFiles = test == null ? Map.of() : byClass(test);
        Volume shape = shape(all(List.of(trainFiles, testFiles)));
        Dataset trained = load(name + "-" + Part.TRAIN.word(), classes, trainFiles, shape);
        if (test == null) {
            return new Parts(trained, Optional.empty(), notes());
        }
        for (Map.Entry<String, List<Path>> each : testFiles.entrySet()) {
            if (!trainFiles.containsKey(each.getKey())) {
                throw new DataException(test + " must have classes that " + train + " has too, but has '"
                        + each.getKey() + "' with " + each.getValue().size() + " pictures");
            }
        }
        Dataset tested = load(name + "-" + Part.TEST.word(), classes, testFiles, shape);
        return new Parts(trained, Optional.of(tested), notes());
    }

    private List<String> notes() {
        return skipped.isEmpty()
                ? List.of()
                : List.of("Skipped " + skipped.size()
                        + (skipped.size() == 1 ? " file that is no picture." : " files that are no pictures."));
    }

    private List<String> classes(Path folder, Map<String, List<Path>> files) throws DataException {
        if (files.size() < 2) {
            throw new DataException(folder + " must have a folder for each of at least two classes, but has only '"
                    + String.join("", files.keySet()) + "'");
        }
        if (files.size() > Dataset.MAX_CLASSES) {
            throw new DataException(
                    folder + " must have at most " + Dataset.MAX_CLASSES + " classes, but has " + files.size());
        }
        return List.copyOf(files.keySet());
    }

    /** Returns the files of each class, in the order of the classes. */
    private Map<String, List<Path>> byClass(Path folder) throws IOException {
        Map<String, Path> folders = tree.folders(folder);
        for (Path file : tree.filesIn(folder)) {
            // Other files, such as a licence, may stand beside the classes.
            if (Pictures.hasExtension(file) && !options.skipOthers()) {
                throw new DataException(
                        file + " must be in a folder that is named after its class, but is in " + folder + " itself");
            }
        }
        if (folders.isEmpty()) {
            throw new DataException(folder + " must have a folder of pictures for each class, but has no folders");
        }
        Map<String, List<Path>> files = new LinkedHashMap<>();
        for (String name : NaturalOrder.sorted(folders.keySet())) {
            files.put(name, pictures(folders.getOrDefault(name, folder)));
        }
        return files;
    }

    private List<Path> pictures(Path folder) throws IOException {
        List<Path> files = tree.filesBelow(folder);
        if (files.isEmpty()) {
            throw new DataException(folder + " must contain pictures (" + String.join(", ", Pictures.EXTENSIONS)
                    + "), but contains none");
        }
        return files;
    }

    private static List<Path> all(List<Map<String, List<Path>>> parts) {
        List<Path> all = new ArrayList<>();
        parts.forEach(files -> files.values().forEach(all::addAll));
        return all;
    }

    private Volume shape(List<Path> files) throws IOException {
        PictureSize size = options.size().isPresent() ? options.size().get() : commonSize(files);
        int channels = switch (options.colouring()) {
            case GREY -> 1;
            case COLOUR -> 3;
            case INFERRED -> anyColour(files) ? 3 : 1;
        };
        return new Volume(channels, size.height(), size.width());
    }

    private PictureSize commonSize(List<Path> files) throws IOException {
        Path first = null;
        PictureSize common = null;
        for (Path file : files) {
            Optional<PictureSize> size = unlessSkipped(file, () -> Pictures.size(file));
            if (size.isEmpty()) {
                continue;
            }
            if (common == null || first == null) {
                first = file;
                common = size.get();
            } else if (!size.get().equals(common)) {
                throw new DataException(root + " must have pictures of one size, or be resized to one (--size), but "
                        + first + " is " + words(common) + " and " + file + " is " + words(size.get()));
            }
        }
        if (common == null) {
            throw new DataException(root + " must contain pictures, but none of its files is one");
        }
        return common;
    }

    private static String words(PictureSize size) {
        return Volume.inWords(size.height(), size.width());
    }

    /** Looks at pictures from all classes: those of one may all be grey. */
    private boolean anyColour(List<Path> files) throws IOException {
        int sample = Math.min(SAMPLE, files.size());
        for (int i = 0; i < sample; i++) {
            Path file = files.get((int) ((long) i * files.size() / sample));
            Optional<Pictures.Decoded> picture = unlessSkipped(file, () -> Pictures.read(file));
            if (picture.isPresent() && hasColour(picture.get())) {
                return true;
            }
        }
        return false;
    }

    /** Many a grey picture is stored with three channels. */
    private static boolean hasColour(Pictures.Decoded picture) {
        if (picture.shape().channels() == 1) {
            return false;
        }
        byte[] pixels = picture.pixels();
        int plane = picture.shape().plane();
        return Arrays.mismatch(pixels, 0, plane, pixels, plane, 2 * plane) >= 0
                || Arrays.mismatch(pixels, 0, plane, pixels, 2 * plane, 3 * plane) >= 0;
    }

    private Dataset load(String name, List<String> classes, Map<String, List<Path>> files, Volume shape)
            throws IOException {
        try (Records.Builder records = Records.builder(shape.size())) {
            List<Integer> ends = new ArrayList<>();
            List<String> origins = new ArrayList<>();
            for (String each : classes) {
                int before = records.size();
                load(files.getOrDefault(each, List.of()), shape, records)
                        .forEach(file -> origins.add(root.relativize(file).toString()));
                if (records.size() == before && files.containsKey(each)) {
                    throw new DataException(
                            root + " must have pictures of class '" + each + "', but none of its files is one");
                }
                ends.add(records.size());
            }
            int[] labels = new int[records.size()];
            int from = 0;
            for (int label = 0; label < ends.size(); label++) {
                Arrays.fill(labels, from, ends.get(label), label);
                from = ends.get(label);
            }
            return Dataset.of(name, new ExampleType.Images(shape), classes, records.build(), labels)
                    .withOrigins(origins::get);
        }
    }

    /** Adds pictures, and returns the files of those that were not skipped. */
    private List<Path> load(List<Path> files, Volume shape, Records.Builder records) throws IOException {
        List<Path> loaded = new ArrayList<>();
        byte[] example = new byte[shape.size()];
        Volume from = shape;
        ImageFit fit = ImageFit.of(from, shape);
        for (Path file : files) {
            Optional<Pictures.Decoded> picture = unlessSkipped(file, () -> Pictures.read(file));
            if (picture.isEmpty()) {
                continue;
            }
            if (!picture.get().shape().equals(from)) {
                from = picture.get().shape();
                fit = ImageFit.of(from, shape);
            }
            fit.apply(picture.get().pixels(), example);
            records.add(example);
            loaded.add(file);
        }
        return loaded;
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    /** Returns nothing of a file that is no picture and may be skipped. */
    private <T> Optional<T> unlessSkipped(Path file, Reading<T> reading) throws IOException {
        try {
            return Optional.of(reading.read());
        } catch (DataException e) {
            if (!options.skipOthers()) {
                throw e;
            }
            skipped.add(file);
            return Optional.empty();
        }
    }
}
