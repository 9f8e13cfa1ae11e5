package org.epiwrap.exchange.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.numpy.NumpyFile;

/** Opens array files by their first bytes, whatever their names. */
public final class ArrayFiles {
    private static final int LONGEST_START = 8;
    private static final int PICKLE = 0x80;
    /** The entry with the weights in a .keras archive. */
    private static final String KERAS_WEIGHTS = "model.weights.h5";

    private ArrayFiles() {}

    /** Opens a folder of npy files, or a file: npy, npz, HDF5 or safetensors. Pickles are refused. */
    public static ArrayFile open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return NumpyFile.openFolder(path);
        }
        if (!Files.isRegularFile(path)) {
            throw new StoreException(
                    path,
                    Files.exists(path) ? "it must be a file or a folder, but is neither" : "there is no such file");
        }
        byte[] start = start(path);
        if (PickleRefusal.isNamedLikeOne(path) || isPickle(start)) {
            throw PickleRefusal.of(path);
        }
        if (startsWith(start, 'P', 'K')) {
            // An archive of PyTorch's: a pickle among raw numbers.
            if (NumpyFile.hasEntry(path, ".pkl")) {
                throw PickleRefusal.ofTorch(path);
            }
            if (NumpyFile.hasEntry(path, KERAS_WEIGHTS)) {
                throw new StoreException(
                        path,
                        "it is a Keras archive, which holds its numbers in " + KERAS_WEIGHTS
                                + "; unpack that file and import it");
            }
            return NumpyFile.openNpz(path);
        }
        if (startsWith(start, 0x93, 'N', 'U', 'M')) {
            return NumpyFile.openNpy(path);
        }
        if (startsWith(start, 0x89, 'H', 'D', 'F')) {
            return Hdf5File.open(path);
        }
        return TensorFile.open(path);
    }

    private static byte[] start(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(LONGEST_START);
        }
    }

    /**
     * Whether it begins with the opcode and the number of a pickle's protocol. The length that safetensors begin with could
     * do so too, but the upper half of that is 0.
     */
    private static boolean isPickle(byte[] start) {
        if (start.length < 2 || (start[0] & 0xff) != PICKLE || start[1] < 2 || start[1] > 5) {
            return false;
        }
        return start.length < LONGEST_START || (start[4] | start[5] | start[6] | start[7]) != 0;
    }

    private static boolean startsWith(byte[] bytes, int... start) {
        if (bytes.length < start.length) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if ((bytes[i] & 0xff) != start[i]) {
                return false;
            }
        }
        return true;
    }
}
