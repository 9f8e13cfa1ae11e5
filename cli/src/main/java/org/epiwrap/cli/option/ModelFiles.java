package org.epiwrap.cli.option;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

    /** Returns the first facts of a command's result: both files, and the name of the data. */
    public ObjectNode facts(String data) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("model", model.toString())
                .put("file", out.toString())
                .put("data", data);
    }
}
