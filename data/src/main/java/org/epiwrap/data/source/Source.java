package org.epiwrap.data.source;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Sha256;

/** A named sequence of bytes to read: a file, a resource or an array. It is gzipped if its name ends in {@code .gz}. */
public final class Source {
    private static final int BUFFER = 1 << 16;

    private final String name;
    private final Reading<InputStream> content;
    private final Reading<OptionalLong> length;

    private Source(String name, Reading<InputStream> content, Reading<OptionalLong> length) {
        this.name = name;
        this.content = content;
        this.length = length;
    }

    /** Something that is read anew each time it is asked for. */
    @FunctionalInterface
    private interface Reading<T> {
        T get() throws IOException;
    }

    /** Returns the bytes of a file. */
    public static Source file(Path file) {
        return new Source(
                file.toString(),
                () -> new BufferedInputStream(Files.newInputStream(file), BUFFER),
                () -> OptionalLong.of(Files.size(file)));
    }

    /**
     * Returns the file of this name, or else the one with {@code .gz} appended, in the first folder that has either.
     *
     * @throws DataException if no folder has either
     */
    public static Source inFolders(List<Path> folders, String file) throws DataException {
        for (Path folder : folders) {
            for (Path candidate : List.of(folder.resolve(file), folder.resolve(file + ".gz"))) {
                if (Files.isRegularFile(candidate)) {
                    return file(candidate);
                }
            }
        }
        String places = folders.stream().map(Path::toString).collect(Collectors.joining(" or "));
        throw new DataException(file + " or " + file + ".gz must be in " + places + ", but is not");
    }

    /** Returns bytes in memory under a name. */
    public static Source bytes(String name, byte[] bytes) {
        return new Source(name, () -> new ByteArrayInputStream(bytes), () -> OptionalLong.of(bytes.length));
    }

    /**
     * Returns a resource on the class path.
     *
     * @param path without a leading slash
     * @param artifact the Maven artifact that contains the resource, named in the error message
     * @throws DataException if there is no such resource
     */
    public static Source resource(ClassLoader loader, String path, String artifact) throws DataException {
        URL resource = loader.getResource(path);
        if (resource == null) {
            throw new DataException(path + " is not on the class path: add the dependency " + artifact);
        }
        return new Source(path, () -> new BufferedInputStream(resource.openStream(), BUFFER), OptionalLong::empty);
    }

    /** Returns the name, which starts the message of every error in the content. */
    public String name() {
        return name;
    }

    /** Opens the source and, if it is gzipped, decompresses it while reading. */
    public SourceReader open() throws IOException {
        InputStream plain = plain();
        return new SourceReader(name, plain, isGzipped() ? OptionalLong.empty() : length.get());
    }

    /** Opens the source and, if its bytes start as gzipped ones do, decompresses it while reading, whatever its name. */
    public InputStream stream() throws IOException {
        InputStream stream = content.get();
        try {
            stream.mark(2);
            boolean gzipped = stream.read() == 0x1f && stream.read() == 0x8b;
            stream.reset();
            return gzipped ? unzipped(stream) : stream;
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /** Returns the SHA-256 of the bytes, decompressed. */
    public String sha256() throws IOException {
        try (InputStream plain = plain()) {
            return Sha256.of(plain);
        }
    }

    private boolean isGzipped() {
        return name.endsWith(".gz");
    }

    private InputStream plain() throws IOException {
        InputStream stream = content.get();
        return isGzipped() ? unzipped(stream) : stream;
    }

    private InputStream unzipped(InputStream stream) throws IOException {
        try {
            // Unlike the JDK's reader, this one rejects trailing bytes that are not gzipped.
            return GzipCompressorInputStream.builder()
                    .setInputStream(stream)
                    .setDecompressConcatenated(true)
                    .get();
        } catch (IOException e) {
            stream.close();
            throw new DataException(name + ", byte 0: expected a gzip header, but found none", e);
        }
    }
}
