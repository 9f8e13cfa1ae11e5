package org.epiwrap.model;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.architecture.Architecture;

/** A network that a file can hold, of whichever kind. */
public sealed interface StoredModel extends AutoCloseable permits BayesianModel, EpistemicModel {

    Architecture architecture();

    ModelCard card();

    /** Writes the file whole or not at all. Equal networks give equal bytes. */
    void write(Path file) throws IOException;

    @Override
    void close();

    /** Reads a file, whatever kind of network it holds; what is none of this version, in every detail, is refused. */
    static StoredModel read(Path path) throws IOException {
        return ManifestFile.read(path, (file, manifest) -> {
            Kind kind = Kind.read(manifest);
            return switch (kind) {
                case BAYESIAN_NETWORK -> BayesianModel.read(file, manifest);
                case INTERVAL_NETWORK -> EpistemicModel.read(file, manifest);
                case CHECKPOINT, TUNING_CHECKPOINT -> throw kind.insteadOf("a network");
            };
        });
    }
}
