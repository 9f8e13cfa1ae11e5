package org.epiwrap.experiments.workspace;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.store.StoreException;

/**
 * Interval networks, one run each, that several experiments use, kept beside the trained networks. Those made otherwise, or
 * by another version, are made again. Runs are tuned several at once; which others there were may show in the last digits.
 *
 * @param suffix of the files' names
 * @param card of the Bayesian networks they were made from
 */
public record IntervalFiles(Path folder, String suffix, ModelCard card) {

    private Path file(String name, long seed) {
        return folder.resolve(name + "-" + suffix + "-" + seed + ".safetensors");
    }

    /** Returns a model that was made in this way, if there is one; the caller closes it. */
    public Optional<EpistemicModel> find(
            String name, long seed, Optional<WrappingRecord> wrapping, Optional<TuningRecord> tuning)
            throws IOException {
        Path file = file(name, seed);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        EpistemicModel model;
        try {
            model = EpistemicModel.read(file);
        } catch (StoreException e) {
            // Such as one in the format of another version.
            return Optional.empty();
        }
        if (model.wrapping().equals(wrapping)
                && model.tuning().equals(tuning)
                && model.card().equals(wrapping.isPresent() ? card : cardOfRandomIntervals())) {
            return Optional.of(model);
        }
        model.close();
        return Optional.empty();
    }

    /** Deletes the networks made from Bayesian networks that no longer exist. */
    static void deleteAll(Path folder, String suffix) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "{wrapped,tuned}-*-" + suffix + "-*")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** Writes a model without its metrics. */
    public void write(String name, long seed, EpistemicModel model) throws IOException {
        model.with(Map.of()).write(file(name, seed));
    }

    /** Returns the card of networks whose intervals start at random, which come from no training. */
    public ModelCard cardOfRandomIntervals() {
        return new ModelCard(
                card.input(), card.classNames(), Optional.empty(), Optional.empty(), Map.of(), card.versions());
    }
}
