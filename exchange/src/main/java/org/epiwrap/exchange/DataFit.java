package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.data.table.TableFormats;

/** Checks that data fits a network of which only the number of inputs is known. */
final class DataFit {
    private static final int GREY = 1;
    private static final int COLOUR = 3;

    private DataFit() {}

    /**
     * Refuses data that is no images of the shape that a network takes, with the option that is missing.
     *
     * @param name as {@link Data#of} takes it
     * @param taken by the network
     */
    static void checkImages(String name, DataOptions options, Volume taken) throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(name);
        boolean table = builtIn.isPresent()
                ? builtIn.get().load(Part.TEST).type() instanceof ExampleType.Rows
                : TableFormats.matches(Path.of(name));
        if (table) {
            throw new IllegalArgumentException(name + " is a table: --schema must say how its columns become the "
                    + taken.size() + " inputs of the network");
        }
        if (taken.plane() == 1) {
            Optional<Volume> shape = shape(name, options);
            if (!shape.equals(Optional.of(taken))) {
                throw new IllegalArgumentException("the network has " + taken.size() + " inputs, but "
                        + shape.map(found -> shaped(name, found, taken.size()))
                                .orElse("the channels, height and width of the pictures of " + name
                                        + " are not known: use --input CxHxW"));
            }
        }
    }

    private static String shaped(String name, Volume found, int inputs) {
        String pictures = "the pictures of " + name + " are " + found;
        return Stream.of(GREY, COLOUR)
                .map(channels -> new Volume(channels, found.height(), found.width()))
                .filter(each -> each.size() == inputs)
                .findFirst()
                .map(each -> pictures + ": use --input " + each.channels() + "x" + each.height() + "x" + each.width())
                .orElse(pictures + ", which are " + found.size() + " numbers: if they should be resized, use --input"
                        + " CxHxW with channels, height and width whose product is " + inputs);
    }

    /** Returns the shape of images as they are stored; empty if they have none in common. */
    private static Optional<Volume> shape(String name, DataOptions options) throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(name);
        try {
            Dataset examples = builtIn.isPresent()
                    ? builtIn.get().load(Part.TEST)
                    : Data.of(name, options).split().train();
            return examples.type() instanceof ExampleType.Images images
                    ? Optional.of(images.shape())
                    : Optional.empty();
        } catch (DataException e) {
            // What is wrong with it is said when it is read by the shape that is asked for.
            return Optional.empty();
        }
    }
}
