package org.epiwrap.data.cifar;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.source.DataFolder;
import org.epiwrap.data.source.Source;

/**
 * CIFAR-100, by Krizhevsky: colour images of 32 × 32 in a hundred classes, 50,000 to train on and 10,000 to test on. The
 * labels of twenty coarse classes, which the files also contain, are checked but not used.
 */
public final class Cifar100 {
    /** The names of the labels 0 to 99. */
    public static final List<String> CLASS_NAMES = List.of("""
            apple aquarium_fish baby bear beaver bed bee beetle bicycle bottle bowl boy bridge bus butterfly
            camel can castle caterpillar cattle chair chimpanzee clock cloud cockroach couch crab crocodile cup
            dinosaur dolphin elephant flatfish forest fox girl hamster house kangaroo keyboard lamp lawn_mower
            leopard lion lizard lobster man maple_tree motorcycle mountain mouse mushroom oak_tree orange orchid
            otter palm_tree pear pickup_truck pine_tree plain plate poppy porcupine possum rabbit raccoon ray
            road rocket rose sea seal shark shrew skunk skyscraper snail snake spider squirrel streetcar
            sunflower sweet_pepper table tank telephone television tiger tractor train trout tulip turtle
            wardrobe whale willow_tree wolf woman worm
            """.split("\\s+"));

    static final String NAME = "cifar-100";

    private static final int COARSE_CLASSES = 20;

    private Cifar100() {}

    /**
     * Reads one part from a data folder such as {@link DataFolder#standard()}: from its folder {@code cifar-100}, where
     * {@link CifarDownload} puts the files, or {@code cifar-100-binary}, the folder inside the archive.
     */
    public static Dataset load(Path dataFolder, Part part) throws IOException {
        Source file = Source.inFolders(CifarArchive.cifar100().folders(dataFolder), part.word() + ".bin");
        int records = part == Part.TRAIN ? 50_000 : 10_000;
        return read(NAME + "-" + part.word(), List.of(file), OptionalInt.of(records));
    }

    /** Reads files of this layout, one after another, with any number of complete records. */
    public static Dataset read(String name, List<Source> files) throws IOException {
        return read(name, files, OptionalInt.empty());
    }

    private static Dataset read(String name, List<Source> files, OptionalInt recordsPerFile) throws IOException {
        return new CifarReader(OptionalInt.of(COARSE_CLASSES), CLASS_NAMES, recordsPerFile).read(name, files);
    }
}
