package org.epiwrap.data;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** Where bytes come from, plain or gzipped: a name that ends in {@code .gz} says so. */
public final class Source {
    private final String name;
    private final Content content;

    private Source(String name, Content content) {
        this.name = name;
        this.content = content;
    }

    public static Source file(Path file) {
        return new Source(file.toString(), new Content() {
            @Override
            public InputStream open() throws IOException {
                return new BufferedInputStream(Files.newInputStream(file), 1 << 16);
            }

            @Override
            public OptionalLong length() throws IOException {
                return OptionalLong.of(Files.size(file));
            }
        });
    }

    /** The file of this name, or else the one with {@code .gz} appended, in the first folder that has either. */
    static Source inFolders(List<Path> folders, String file) throws DataException {
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

    /** Bytes in memory. */
    public static Source bytes(String name, byte[] bytes) {
        return new Source(name, new Content() {
            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }

            @Override
            public OptionalLong length() {
                return OptionalLong.of(bytes.length);
            }
        });
    }

    /** What is packed with the classes. */
    static Source resource(String path) {
        return new Source(path, new Content() {
            @Override
            public InputStream open() throws IOException {
                InputStream stream = Source.class.getResourceAsStream(path);
                if (stream == null) {
                    throw new DataException(path + " is not on the class path; it is in the module epiwrap-mnist");
                }
                return new BufferedInputStream(stream, 1 << 16);
            }

            @Override
            public OptionalLong length() {
                return OptionalLong.empty();
            }
        });
    }

    String name() {
        return name;
    }

    Input open() throws IOException {
        InputStream plain = plain();
        return new Input(name, plain, isGzipped() ? OptionalLong.empty() : content.length());
    }

    /** The SHA-256 of the bytes, uncompressed. */
    String sha256() throws IOException {
        try (InputStream plain = plain()) {
            return Sha256.of(plain);
        }
    }

    private boolean isGzipped() {
        return name.endsWith(".gz");
    }

    private InputStream plain() throws IOException {
        InputStream stream = content.open();
        if (!isGzipped()) {
            return stream;
        }
        try {
            // Unlike the JDK's reader, it refuses what follows the compressed bytes.
            return GzipCompressorInputStream.builder()
                    .setInputStream(stream)
                    .setDecompressConcatenated(true)
                    .get();
        } catch (IOException e) {
            stream.close();
            throw new DataException(name + ", byte 0: expected a gzip header, but found none", e);
        }
    }

    private interface Content {
        InputStream open() throws IOException;

        OptionalLong length() throws IOException;
    }
}
