package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.epiwrap.experiments.NamedData;
import org.epiwrap.model.StoredModel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which images go with a model. */
final class DataOptions {
    @Option(
            names = "--data",
            paramLabel = "DATA",
            converter = Choices.DataChoice.class,
            completionCandidates = Choices.DataChoice.class,
            description = "One of ${COMPLETION-CANDIDATES} (default: the one the model was trained on).")
    private @Nullable NamedData data;

    @Option(names = "--test-images", paramLabel = "N", description = "Test on the first N images only (default: all).")
    private @Nullable Integer testImages;

    ModelImages imagesOf(StoredModel model, PrintWriter err) throws IOException {
        return ModelImages.of(model, data, testImages, err);
    }
}
