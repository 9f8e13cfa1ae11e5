package org.epiwrap.data;

import java.io.Closeable;
import java.io.IOException;
import org.epiwrap.check.Check;

/** The images of an {@link Idx} file, one after the other; however many there are, one is held at a time. */
public final class IdxImages implements Closeable {
    private final Input input;
    private final Idx.Header header;
    private int read;

    private IdxImages(Input input, Idx.Header header) {
        this.input = input;
        this.header = header;
    }

    public static IdxImages open(Source source) throws IOException {
        Input input = source.open();
        try {
            return new IdxImages(input, Idx.header(input));
        } catch (DataException e) {
            input.close();
            throw e;
        }
    }

    /** Of each image. */
    public ImageShape shape() {
        return header.shape();
    }

    /** The number of images that the file says to have. */
    public int count() {
        return header.images();
    }

    /**
     * Reads the next image to the beginning of the target.
     *
     * @return false if there is none; then the file has nothing else either
     */
    public boolean next(byte[] target) throws DataException {
        Check.atLeast("target's length", target.length, shape().pixels());
        if (read == header.images()) {
            input.expectEnd();
            return false;
        }
        input.fill(target, 0, shape().pixels(), "image " + read);
        read++;
        return true;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
