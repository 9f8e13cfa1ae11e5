package org.epiwrap.store.numpy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.epiwrap.file.AtomicFile;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.ArrayWriter;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.Text;

/**
 * Collects arrays and writes them as an npz archive without compression, as numpy's {@code savez} does, in the order they
 * were added, or as a folder of npy files. Equal contents give equal bytes.
 */
public final class NumpyFileWriter extends ArrayWriter<NumpyFileWriter> {
    /** The first moment that zip can name. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private NumpyFileWriter() {
        super("array");
    }

    /** Returns a writer without arrays. */
    public static NumpyFileWriter create() {
        return new NumpyFileWriter();
    }

    @Override
    protected NumpyFileWriter self() {
        return this;
    }

    @Override
    protected void checkName(String what, String name) {
        int maxLength = ArrayFile.MAX_NAME - NumpyFile.SUFFIX.length();
        if (name.isEmpty() || name.length() > maxLength || !Text.isWellFormed(name)) {
            throw new IllegalArgumentException(what + " must be Unicode text of 1 to " + maxLength + " characters");
        }
    }

    /** Writes the archive whole or not at all. */
    public void writeNpz(Path file) throws IOException {
        AtomicFile.write(file, channel -> {
            // Not closed: the channel is not ours to close.
            ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
            for (Map.Entry<String, Pending> each : arrays().entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey() + NumpyFile.SUFFIX);
                Checksum checksum = new Checksum();
                write(each.getValue(), checksum);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(checksum.bytes);
                entry.setCompressedSize(checksum.bytes);
                entry.setCrc(checksum.crc.getValue());
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                write(each.getValue(), zip);
                zip.closeEntry();
            }
            zip.finish();
            zip.flush();
        });
    }

    /**
     * Writes a folder of npy files, which must not be there yet or be empty. A slash in a name makes a folder inside.
     *
     * @throws IllegalArgumentException if a name is none that a file can have below the folder
     */
    public void writeFolder(Path folder) throws IOException {
        for (String name : arrays().keySet()) {
            boolean plain = Stream.of(name.split("/", -1))
                    .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
            if (!plain || name.indexOf('\\') >= 0 || name.indexOf(0) >= 0) {
                throw new IllegalArgumentException(
                        "array " + Text.quoted(name) + " must have a name that can be a file's");
            }
        }
        Files.createDirectories(folder);
        try (Stream<Path> inside = Files.list(folder)) {
            if (inside.findAny().isPresent()) {
                throw new StoreException(folder, "it must be a folder that is empty, but is not");
            }
        }
        for (Map.Entry<String, Pending> each : arrays().entrySet()) {
            Path file = folder.resolve(each.getKey() + NumpyFile.SUFFIX);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            AtomicFile.write(file, channel -> {
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
                write(each.getValue(), out);
                out.flush();
            });
        }
    }

    /** What zip has to know of an entry before its bytes. */
    private static final class Checksum extends OutputStream {
        private final CRC32 crc = new CRC32();
        private long bytes;

        @Override
        public void write(int b) {
            crc.update(b);
            bytes++;
        }

        @Override
        public void write(byte[] buffer, int from, int count) {
            crc.update(buffer, from, count);
            bytes += count;
        }
    }

    private static void write(Pending array, OutputStream out) throws IOException {
        out.write(NumpyHeader.write(array.info()));
        array.writeTo(out);
    }
}
