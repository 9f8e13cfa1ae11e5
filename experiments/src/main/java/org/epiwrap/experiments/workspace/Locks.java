package org.epiwrap.experiments.workspace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files by which processes in one folder lock what only one may do at a time. */
record Locks(Path folder) {

    static Locks in(Path folder) throws IOException {
        return new Locks(Files.createDirectories(folder.resolve(".locks")));
    }

    /** Opens a file to be locked; closing it releases the lock. */
    FileChannel open(String name) throws IOException {
        return FileChannel.open(folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
