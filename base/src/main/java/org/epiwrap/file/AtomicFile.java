package org.epiwrap.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Files that are there whole or not at all: written under another name, synced, then moved into place. Until then the
 * file that was there before stays as it was. Links are followed; what is no file, such as a device, is refused.
 */
public final class AtomicFile {
    private static final int MAX_LINKS = 40;

    private AtomicFile() {}

    /** What goes into a file. */
    @FunctionalInterface
    public interface Content {
        void writeTo(FileChannel channel) throws IOException;
    }

    public static void write(Path file, String text) throws IOException {
        write(file, text(text));
    }

    /** Writes texts as UTF-8; none is moved into place before all are written, so that a full disk leaves none. */
    public static void write(Map<Path, String> texts) throws IOException {
        List<Pending> written = new ArrayList<>();
        try {
            for (Map.Entry<Path, String> each : texts.entrySet()) {
                Pending pending = open(each.getKey());
                written.add(pending);
                pending.finish(text(each.getValue()));
            }
            for (Pending each : written) {
                each.move();
            }
        } finally {
            for (Pending each : written) {
                each.close();
            }
        }
    }

    private static Content text(String text) {
        return channel -> {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        };
    }

    /** Writes a file whole or not at all: a failure leaves an earlier file as it was. */
    public static void write(Path file, Content content) throws IOException {
        try (Pending pending = open(file)) {
            pending.finish(content);
            pending.move();
        }
    }

    /** Opens a file to be written bit by bit, whole or not at all. */
    public static Pending open(Path file) throws IOException {
        return new Pending(file);
    }

    /** A file that has its name only once it is committed; closed before, it leaves an earlier file as it was. */
    public static final class Pending implements Closeable {
        private final Path file;
        private final Path target;
        private final Path temporary;
        private final FileChannel channel;

        private Pending(Path file) throws IOException {
            this.file = file;
            this.target = target(file);
            this.temporary = temporary(target);
            this.channel = naming(
                    file, () -> FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        }

        /** Returns where the content is until then, for writers that open files by themselves. */
        public Path path() {
            return temporary;
        }

        /** Returns the stream to write to, which is not buffered; closing it changes nothing. */
        public OutputStream stream() {
            return new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    write(new byte[] {(byte) value}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
                    while (buffer.hasRemaining()) {
                        naming(file, () -> channel.write(buffer));
                    }
                }
            };
        }

        private void finish(Content rest) throws IOException {
            naming(file, () -> {
                rest.writeTo(channel);
                channel.force(true);
                return true;
            });
            channel.close();
        }

        /** Moves what was written to the name of the file. */
        public void commit() throws IOException {
            finish(nothing -> {});
            move();
        }

        private void move() throws IOException {
            naming(
                    target,
                    () -> Files.move(
                            temporary, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE));
            sync(temporary.resolveSibling("."));
        }

        @Override
        public void close() throws IOException {
            channel.close();
            Files.deleteIfExists(temporary);
        }
    }

    /** Returns the file to write, if it can be replaced or created. */
    private static Path target(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        for (int link = 0; link < MAX_LINKS && Files.isSymbolicLink(absolute); link++) {
            absolute = absolute.resolveSibling(Files.readSymbolicLink(absolute));
        }
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new FileSystemException(file.toString(), null, "it must be a file, but is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new FileSystemException(file.toString(), null, "there is no folder " + folder);
        }
        if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(absolute, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(file.toString(), null, "it must be a file, but is a device or the like");
        }
        return absolute;
    }

    private static Path temporary(Path target) {
        // Not named after the file, whose name may be as long as names can be; not made by createTempFile, which would
        // hide the file from everyone but its owner.
        return target.resolveSibling("." + UUID.randomUUID() + ".tmp");
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    /** Reports a failure by the name of the target; the temporary name would mean nothing to the caller. */
    private static <T> T naming(Path file, Step<T> step) throws IOException {
        try {
            return step.run();
        } catch (NoSuchFileException e) {
            // The folder is there, but is none that files can be made in, such as those of the system's own facts.
            throw new FileSystemException(file.toString(), null, "no file can be made there");
        } catch (FileSystemException e) {
            throw new FileSystemException(file.toString(), null, FileFailure.reason(e));
        } catch (IOException e) {
            // A full disk, for example, is reported without the name of a file.
            FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    /** Makes the new name last through a loss of power; not every platform can open a folder, and the file is whole. */
    private static void sync(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            return;
        }
    }
}
