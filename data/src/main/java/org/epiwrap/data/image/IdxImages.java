package org.epiwrap.data.image;

import java.io.Closeable;
import java.io.IOException;
import org.epiwrap.check.Check;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Source;
import org.epiwrap.data.source.SourceReader;

/** Reads the images of an {@link Idx} file one at a time, so that a file of any length needs little memory. */
public final class IdxImages implements Closeable {
    private final SourceReader input;
    private final Idx.Header header;
    private int read;

    private IdxImages(SourceReader input, Idx.Header header) {
        this.input = input;
        this.header = header;
    }

    /** Opens a file of images. */
    public static IdxImages open(Source source) throws IOException {
        SourceReader input = source.open();
        try {
            return new IdxImages(input, Idx.header(input));
        } catch (DataException e) {
            input.close();
            throw e;
        }
    }

    /** Returns the number of images according to the header. */
    public int count() {
        return header.images();
    }

    /** Returns the shape of each image. */
    public Volume shape() {
        return header.shape();
    }

    /**
     * Reads the next image to the start of the target.
     *
     * @return false at the end of the file
     */
    public boolean next(byte[] target) throws DataException {
        Check.atLeast("target's length", target.length, shape().size());
        if (read == header.images()) {
            input.expectEnd();
            return false;
        }
        input.fill(target, 0, shape().size(), "image " + read);
        read++;
        return true;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
