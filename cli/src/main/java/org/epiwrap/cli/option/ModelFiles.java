package org.epiwrap.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The file of a model, and the file that is made from it. */
public final class ModelFiles {
    @Parameters(paramLabel = "MODEL")
    private Path model = Path.of("");

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "FILE")
    private Path out = Path.of("");

    public Path model() {
        return model;
    }

    public Path out() {
        return out;
    }
}
