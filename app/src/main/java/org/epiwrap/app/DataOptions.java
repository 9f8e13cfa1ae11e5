package org.epiwrap.app;

import java.io.IOException;
import java.io.PrintWriter;
import org.epiwrap.model.StoredNetwork;
import org.epiwrap.study.NamedData;
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

    ModelImages imagesOf(StoredNetwork model, PrintWriter err) throws IOException {
        return ModelImages.of(model, data, testImages, err);
    }
}
