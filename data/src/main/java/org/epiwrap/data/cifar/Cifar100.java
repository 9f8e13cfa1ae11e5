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
 * CIFAR-100, by Krizhevsky: colour images of 32 × 32, 50,000 to train on and 10,000 to test on. Each has a label of 100
 * fine classes and one of 20 coarse classes; the two datasets share their pixels.
 */
public record Cifar100(Dataset fine, Dataset coarse) {
    /** The names of the fine labels 0 to 99. */
    public static final List<String> FINE_NAMES = words("""
            apple aquarium_fish baby bear beaver bed bee beetle bicycle bottle bowl boy bridge bus butterfly
            camel can castle caterpillar cattle chair chimpanzee clock cloud cockroach couch crab crocodile cup
            dinosaur dolphin elephant flatfish forest fox girl hamster house kangaroo keyboard lamp lawn_mower
            leopard lion lizard lobster man maple_tree motorcycle mountain mouse mushroom oak_tree orange orchid
            otter palm_tree pear pickup_truck pine_tree plain plate poppy porcupine possum rabbit raccoon ray
            road rocket rose sea seal shark shrew skunk skyscraper snail snake spider squirrel streetcar
            sunflower sweet_pepper table tank telephone television tiger tractor train trout tulip turtle
            wardrobe whale willow_tree wolf woman worm
            """);

    /** The names of the coarse labels 0 to 19. */
    public static final List<String> COARSE_NAMES = words("""
            aquatic_mammals fish flowers food_containers fruit_and_vegetables household_electrical_devices
            household_furniture insects large_carnivores large_man-made_outdoor_things
            large_natural_outdoor_scenes large_omnivores_and_herbivores medium_mammals non-insect_invertebrates
            people reptiles small_mammals trees vehicles_1 vehicles_2
            """);

    static final String NAME = "cifar-100";

    /**
     * Reads one part from a data folder such as {@link DataFolder#standard()}: from its folder {@code cifar-100}, where
     * {@link CifarDownload} puts the files, or {@code cifar-100-binary}, the folder inside the archive.
     */
    public static Cifar100 load(Path dataFolder, Part part) throws IOException {
        Source file = Source.inFolders(CifarArchive.cifar100().folders(dataFolder), part.word() + ".bin");
        int records = part == Part.TRAIN ? 50_000 : 10_000;
        return read(NAME + "-" + part.word(), List.of(file), OptionalInt.of(records));
    }

    /** Reads files of this layout, one after another, with any number of complete records. */
    public static Cifar100 read(String name, List<Source> files) throws IOException {
        return read(name, files, OptionalInt.empty());
    }

    private static Cifar100 read(String name, List<Source> files, OptionalInt recordsPerFile) throws IOException {
        CifarReader reader = new CifarReader(List.of(COARSE_NAMES, FINE_NAMES), recordsPerFile);
        reader.read(files);
        return new Cifar100(reader.dataset(name, 1), reader.dataset(name + "-coarse", 0));
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\s+"));
    }
}
