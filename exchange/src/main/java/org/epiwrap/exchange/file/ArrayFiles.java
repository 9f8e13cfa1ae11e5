package org.epiwrap.exchange.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
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
    /**
     * What pickles without a number of their protocol begin with: a mark, a global, an empty list or dictionary, a number, a
     * text or nothing.
     */
    private static final String FIRST_OPCODES = "(c]}IFLSVN";

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
        if (PickleRefusal.isNamedLikeOne(path) || isPickle(path, start)) {
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
     * Whether it begins with the opcode and the number of a pickle's protocol, or as the text of the first protocols does
     * and ends in a full stop. The length that safetensors begin with could do so too, but is not beyond the file.
     */
    private static boolean isPickle(Path path, byte[] start) throws IOException {
        if (start.length < 2) {
            return false;
        }
        boolean numbered = (start[0] & 0xff) == PICKLE && start[1] >= 2 && start[1] <= 5;
        boolean text = FIRST_OPCODES.indexOf(start[0]) >= 0 && last(path) == '.';
        if (!numbered && !text) {
            return false;
        }
        if (start.length < LONGEST_START) {
            return true;
        }
        long length = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getLong();
        return length < 0 || length > Files.size(path) - LONGEST_START;
    }

    private static int last(Path path) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.position(channel.size() - 1).read(one);
            return one.get(0);
        }
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
