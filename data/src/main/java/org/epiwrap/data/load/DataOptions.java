package org.epiwrap.data.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.array.ArrayOptions.ChannelAxis;
import org.epiwrap.data.image.PictureOptions;
import org.epiwrap.data.image.PictureSize;
import org.epiwrap.data.table.TableOptions;

/**
 * How data is read and divided.
 *
 * @param table how tables are read, with the column of their labels
 * @param pictures how pictures become examples of one shape
 * @param channels where the channels of arrays with pictures are
 * @param test the examples to test on, if they are given apart
 * @param calibration the examples to calibrate on, if they are given apart
 * @param shares how examples that are not given apart are divided
 * @param seed by which they are divided
 * @param unknownClasses the classes that are left out of all parts and kept as out-of-distribution examples
 * @param again whether the data was divided so before: what was held out then stays held out where other examples to test or
 *     to calibrate on are given apart, whereas else their share goes to the other parts
 */
public record DataOptions(
        TableOptions table,
        PictureOptions pictures,
        ChannelAxis channels,
        Optional<Path> test,
        Optional<Path> calibration,
        Shares shares,
        long seed,
        List<String> unknownClasses,
        boolean again) {

    public DataOptions {
        unknownClasses = List.copyOf(unknownClasses);
    }

    /** Returns the usual options: standard shares by seed 0, all classes known. */
    public static DataOptions withDefaults() {
        return new DataOptions(
                TableOptions.withDefaults(),
                PictureOptions.standard(),
                ChannelAxis.INFERRED,
                Optional.empty(),
                Optional.empty(),
                Shares.standard(),
                0,
                List.of(),
                false);
    }

    /** Returns the same with another column of labels. */
    public DataOptions withLabel(String column) {
        return withTable(table.withLabel(column));
    }

    /** Returns the same with other options of tables. */
    public DataOptions withTable(TableOptions other) {
        return new DataOptions(other, pictures, channels, test, calibration, shares, seed, unknownClasses, again);
    }

    /** Returns the same with pictures resized to a size. */
    public DataOptions withSize(PictureSize size) {
        return withPictures(pictures.withSize(size));
    }

    /** Returns the same with another colouring of pictures. */
    public DataOptions withColouring(PictureOptions.Colouring colouring) {
        return withPictures(pictures.withColouring(colouring));
    }

    /** Returns the same with other options of pictures. */
    public DataOptions withPictures(PictureOptions other) {
        return new DataOptions(table, other, channels, test, calibration, shares, seed, unknownClasses, again);
    }

    /** Returns the same with another axis of channels. */
    public DataOptions withChannels(ChannelAxis other) {
        return new DataOptions(table, pictures, other, test, calibration, shares, seed, unknownClasses, again);
    }

    /** Returns the same with examples to test on. */
    public DataOptions withTest(Path path) {
        return new DataOptions(
                table, pictures, channels, Optional.of(path), calibration, shares, seed, unknownClasses, again);
    }

    /** Returns the same with examples to calibrate on. */
    public DataOptions withCalibration(Path path) {
        return new DataOptions(table, pictures, channels, test, Optional.of(path), shares, seed, unknownClasses, again);
    }

    /** Returns the same with other shares. */
    public DataOptions withShares(Shares other) {
        return new DataOptions(table, pictures, channels, test, calibration, other, seed, unknownClasses, again);
    }

    /** Returns the same with another seed. */
    public DataOptions withSeed(long other) {
        return new DataOptions(table, pictures, channels, test, calibration, shares, other, unknownClasses, again);
    }

    /** Returns the same with other classes left out. */
    public DataOptions withUnknownClasses(List<String> names) {
        return new DataOptions(table, pictures, channels, test, calibration, shares, seed, names, again);
    }

    /** Returns the same, but data is divided as it was before. */
    public DataOptions dividedAs(Division division) {
        DataOptions divided =
                withShares(division.shares()).withSeed(division.seed()).withUnknownClasses(division.unknownClasses());
        DataOptions labelled = division.label().map(divided::withLabel).orElse(divided);
        return new DataOptions(
                labelled.table,
                pictures,
                channels,
                test,
                calibration,
                labelled.shares,
                labelled.seed,
                labelled.unknownClasses,
                true);
    }
}
