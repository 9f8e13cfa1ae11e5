package org.epiwrap.data;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
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

    /** The file of this name, or else the one with {@code .gz} appended. */
    public static Source inFolder(Path folder, String file) throws DataException {
        Path plain = folder.resolve(file);
        Path gzipped = folder.resolve(file + ".gz");
        if (Files.isRegularFile(plain)) {
            return file(plain);
        }
        if (Files.isRegularFile(gzipped)) {
            return file(gzipped);
        }
        throw new DataException(plain + " is not there, nor is " + gzipped.getFileName());
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

    Input open() throws IOException {
        InputStream stream = content.open();
        if (!name.endsWith(".gz")) {
            return new Input(name, stream, content.length());
        }
        try {
            // Unlike the JDK's reader, it refuses what follows the compressed bytes.
            InputStream plain = GzipCompressorInputStream.builder()
                    .setInputStream(stream)
                    .setDecompressConcatenated(true)
                    .get();
            return new Input(name, plain, OptionalLong.empty());
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
