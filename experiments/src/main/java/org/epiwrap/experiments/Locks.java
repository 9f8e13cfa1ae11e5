package org.epiwrap.experiments;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files by which processes that work in one folder keep out of each other's way. */
record Locks(Path folder) {

    static Locks in(Path folder) throws IOException {
        return new Locks(Files.createDirectories(folder.resolve(".locks")));
    }

    /** What can be locked by a name; closed, it is free again. */
    FileChannel open(String name) throws IOException {
        return FileChannel.open(folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
