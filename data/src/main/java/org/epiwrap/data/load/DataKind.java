package org.epiwrap.data.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.epiwrap.data.DataException;
import org.epiwrap.data.array.ArrayData;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.image.Pictures;
import org.epiwrap.data.table.TableFormats;

/** Tells what a path is. */
enum DataKind {
    TABLE,
    IMAGES,
    ARRAYS;

    /** Returns the kind of a file or folder, by its name and, if that says nothing, its content. */
    static DataKind of(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return ArrayData.matches(path) ? ARRAYS : IMAGES;
        }
        if (!Files.isRegularFile(path)) {
            throw new DataException(path + " must be a file or folder of data, or the name of built-in data ("
                    + Arrays.stream(BuiltInData.values())
                            .map(BuiltInData::toString)
                            .collect(Collectors.joining(", "))
                    + "), but " + (Files.exists(path) ? "is neither file nor folder" : "there is none"));
        }
        if (TableFormats.matches(path)) {
            return TABLE;
        }
        if (ArrayData.matches(path)) {
            return ARRAYS;
        }
        if (Pictures.hasExtension(path)) {
            throw new DataException(
                    path + " is one picture: give the folder that has a folder of pictures for each class");
        }
        throw new DataException(
                path + " must be a table (.csv, .tsv, .parquet), arrays (.npz, .npy, IDX) or a folder of"
                        + " pictures, but is none of them by its name and its first bytes");
    }
}
