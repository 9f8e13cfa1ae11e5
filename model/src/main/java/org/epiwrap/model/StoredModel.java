package org.epiwrap.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.load.Division;
import org.epiwrap.model.manifest.Kind;
import org.epiwrap.model.manifest.ManifestFile;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.store.Verification;

/**
 * A model that a file can hold, of whichever kind. It predicts as its {@link #predictor} does, until it is closed; a closed
 * model throws {@link IllegalStateException}.
 */
public sealed interface StoredModel extends Predictor, AutoCloseable
        permits BayesianModel, EpistemicModel, EnsembleModel {

    /** Returns what it is, by the name in its file. */
    Kind kind();

    /** Returns what is known of it besides its numbers. */
    ModelCard card();

    /**
     * Returns whether the file it was read from stored hashes and predictions, which were verified; a model that was made
     * here rather than read needs none.
     */
    Verification verification();

    /** Returns what predicts by this model, until it is closed. */
    Predictor predictor();

    @Override
    default Architecture architecture() {
        return predictor().architecture();
    }

    @Override
    default Input input() {
        return card().input();
    }

    @Override
    default ClassNames classNames() {
        return card().names();
    }

    @Override
    default Predictions predict(Dataset data) {
        return predictor().predict(data);
    }

    @Override
    default void forEachBatch(Dataset data, BatchConsumer consumer) {
        predictor().forEachBatch(data, consumer);
    }

    @Override
    default Predictions predict(float[][] examples) {
        return predictor().predict(examples);
    }

    @Override
    default Prediction predict(byte[] pixels) {
        return predictor().predict(pixels);
    }

    /** Returns the column of its training table that has the classes, if it was trained on a table and recorded that. */
    default Optional<String> labelColumn() {
        return card().training().flatMap(training -> training.data().division()).flatMap(Division::label);
    }

    /**
     * Writes a file, completely or not at all. Equal models give equal bytes. The file holds hashes of all its bytes, and
     * predictions of a few made-up examples, by which whoever reads it verifies it.
     */
    void write(Path file) throws IOException;

    @Override
    void close();

    /**
     * Reads a file of any kind; one that is not a valid model of this version, that has changed since it was written or
     * that does not give the predictions stored with it is refused.
     */
    static StoredModel read(Path path) throws IOException {
        return ManifestFile.read(path, (file, manifest) -> {
            Kind kind = Kind.read(manifest);
            return switch (kind) {
                case BAYESIAN_NETWORK -> BayesianModel.read(file, manifest);
                case INTERVAL_NETWORK -> EpistemicModel.read(file, manifest);
                case ENSEMBLE -> EnsembleModel.read(file, manifest);
                case CHECKPOINT, TUNING_CHECKPOINT -> throw kind.insteadOf("a network");
            };
        });
    }
}
