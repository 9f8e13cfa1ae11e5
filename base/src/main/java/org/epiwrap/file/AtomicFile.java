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

/** Files that are there whole or not at all: written under another name, synced, then moved into place. */
public final class AtomicFile {
    private AtomicFile() {}

    public static void write(Path file, String text) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new FileSystemException(file.toString(), null, "it is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new FileSystemException(file.toString(), null, "there is no folder " + folder);
        }
        if (!Files.isWritable(folder)) {
            throw new FileSystemException(file.toString(), null, "the folder " + folder + " cannot be written to");
        }
        Path temporary = Files.createTempFile(folder, "." + absolute.getFileName(), ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, absolute, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
