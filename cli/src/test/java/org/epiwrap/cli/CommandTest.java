package org.epiwrap.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests that run commands, in a folder of their own. */
abstract class CommandTest {
    final Terminal terminal = new Terminal();

    @TempDir
    Path folder;
}
