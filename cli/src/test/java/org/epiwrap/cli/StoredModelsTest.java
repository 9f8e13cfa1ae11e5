package org.epiwrap.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands that only read models, which are stored once for all of them. */
abstract class StoredModelsTest extends CommandTest {
    @TempDir
    static Path shared;

    @SuppressWarnings("NullAway.Init") // set before all tests
    static StoredModels models;

    @BeforeAll
    static void storeModels() throws IOException {
        models = StoredModels.in(shared);
    }
}
