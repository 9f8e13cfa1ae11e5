package org.epiwrap.data.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.data.DataException;
import org.epiwrap.data.NaturalOrder;
import org.epiwrap.data.Part;
import org.epiwrap.data.profile.DataWarning;
import org.epiwrap.data.profile.PictureDescription;
import org.epiwrap.data.profile.PictureDescription.ClassCount;
import org.epiwrap.data.profile.PictureDescription.SizeCount;

/** Describes folders of pictures by class, as {@link ImageFolder} reads them, by the first bytes of each file. */
public final class FolderDescription {
    private final Map<PictureSize, Long> sizes = new HashMap<>();
    private final List<Path> others = new ArrayList<>();

    private FolderDescription() {}

    /**
     * Describes a folder.
     *
     * @param test another folder, of the pictures to test on
     * @throws DataException if the folder has no pictures
     */
    public static PictureDescription of(Path root, Optional<Path> test) throws IOException {
        return new FolderDescription().describe(root, test);
    }

    private PictureDescription describe(Path root, Optional<Path> apart) throws IOException {
        Map<String, Path> folders = PictureTree.of(root).folders(root);
        Path inside = folders.get(Part.TEST.word());
        Path train = folders.get(Part.TRAIN.word());
        boolean divided = train != null && folders.size() <= (inside == null ? 1 : 2);
        Map<String, Long> trained = counts(divided && train != null ? train : root);
        Optional<Path> test = apart.isPresent() || !divided ? apart : Optional.ofNullable(inside);
        Map<String, Long> tested = test.isPresent() ? counts(test.get()) : Map.of();
        if (sizes.isEmpty()) {
            throw new DataException(root + " must have a folder of pictures (" + String.join(", ", Pictures.EXTENSIONS)
                    + ") for each class, but none of its folders contains one");
        }
        Set<String> names = new HashSet<>(trained.keySet());
        names.addAll(tested.keySet());
        List<ClassCount> classes = NaturalOrder.sorted(names).stream()
                .map(name -> new ClassCount(name, trained.getOrDefault(name, 0L), tested.getOrDefault(name, 0L)))
                .toList();
        PictureDescription description = PictureDescription.of(
                PictureTree.name(root.toAbsolutePath().normalize()),
                classes,
                sizes.entrySet().stream()
                        .map(each -> new SizeCount(
                                each.getKey().height(), each.getKey().width(), each.getValue()))
                        .toList());
        return others.isEmpty() ? description : description.with(others(root));
    }

    private DataWarning others(Path root) {
        return new DataWarning(
                DataWarning.Kind.OTHER_FILES,
                String.format(
                        Locale.ROOT,
                        "%,d of the files are no complete pictures in a folder of a class (the first: %s).",
                        others.size(),
                        root.relativize(others.get(0))));
    }

    private Map<String, Long> counts(Path folder) throws IOException {
        PictureTree tree = PictureTree.of(folder);
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Map.Entry<String, Path> each : tree.folders(folder).entrySet()) {
            long pictures = 0;
            for (Path file : tree.filesBelow(each.getValue())) {
                pictures += isPicture(file) ? 1 : 0;
            }
            counts.put(each.getKey(), pictures);
        }
        for (Path file : tree.filesIn(folder)) {
            // Other files, such as a licence, may stand beside the classes.
            if (Pictures.hasExtension(file)) {
                others.add(file);
            }
        }
        return counts;
    }

    private boolean isPicture(Path file) throws IOException {
        try {
            sizes.merge(Pictures.size(file), 1L, Long::sum);
            return true;
        } catch (DataException e) {
            others.add(file);
            return false;
        }
    }
}
