package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
    private static final String HOME = "epiwrap.home";

    private final Terminal terminal = new Terminal();

    @Test
    void benchmarksAreRunWhereTheSourcesAre(@TempDir Path folder) throws IOException {
        terminal.mustFail("bench speed", 2, "wrap, network, interval");
        Path script = Files.createDirectories(folder.resolve("bench")).resolve("run");
        String before = System.getProperty(HOME, "");
        System.setProperty(HOME, folder.toString());
        try {
            terminal.mustFail("bench", 2, "run './epiwrap bench' in a clone");
            Files.writeString(script, "#!/bin/sh\necho \"$@\" > '" + folder.resolve("arguments") + "'\nexit 1\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
            assertThat(terminal.run("bench interval --json")).isEqualTo(1);
            assertThat(folder.resolve("arguments")).content().isEqualTo("interval --json\n");
        } finally {
            System.setProperty(HOME, before);
        }
    }
}
