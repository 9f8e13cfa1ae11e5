package org.epiwrap.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Files that are there whole or not at all: written under another name, synced, then moved into place. Until then the
 * file that was there before stays as it was.
 */
public final class AtomicFile {
    private AtomicFile() {}

    /** What goes into a file. */
    @FunctionalInterface
    public interface Content {
        void writeTo(FileChannel channel) throws IOException;
    }

    /** Writes text as UTF-8. */
    public static void write(Path file, String text) throws IOException {
        write(file, channel -> {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        });
    }

    public static void write(Path file, Content content) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new FileSystemException(file.toString(), null, "it must be a file, but is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new FileSystemException(file.toString(), null, "there is no folder " + folder);
        }
        // Not named after the file, whose name may be as long as names can be; not made by createTempFile, which would
        // hide the file from everyone but its owner.
        Path temporary = folder.resolve("." + UUID.randomUUID() + ".tmp");
        try {
            try (FileChannel channel = naming(
                    file, () -> FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
                naming(file, () -> {
                    content.writeTo(channel);
                    channel.force(true);
                    return true;
                });
            }
            naming(
                    file,
                    () -> Files.move(
                            temporary, absolute, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE));
        } finally {
            Files.deleteIfExists(temporary);
        }
        sync(folder);
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    /** Tells of a failure by the name that was asked for; nobody knows the temporary one. */
    private static <T> T naming(Path file, Step<T> step) throws IOException {
        try {
            return step.run();
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
            throw new FileSystemException(file.toString(), null, reason);
        } catch (IOException e) {
            // A full disk, for one, is told without the name of a file.
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
