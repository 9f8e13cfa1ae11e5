package org.epiwrap.experiments;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.ModelCard;
import org.epiwrap.model.TrainingRecord;
import org.epiwrap.model.TuningRecord;
import org.epiwrap.model.WrappingRecord;
import org.epiwrap.store.StoreException;

/**
 * Interval networks, one run each, that several studies use, kept beside the trained networks. What was made otherwise, or
 * by another version, is made anew. Runs are tuned several at once; which others there were may show in the last digits.
 */
final class IntervalFiles {
    private final Path folder;
    private final String suffix;
    private final ModelCard card;
    private final Averaging averaging;

    /** How a network was made: without a wrapping its intervals began at random. */
    record Origin(Optional<WrappingRecord> wrapping, Optional<TuningRecord> tuning) {}

    /**
     * Those of Bayesian networks of one setting.
     *
     * @param suffix of the files' names, for all that is not said by their beginning
     */
    IntervalFiles(Path folder, String suffix, TrainingRecord training, Dataset train, Averaging averaging) {
        this.folder = folder;
        this.suffix = suffix;
        this.card = ModelCard.of(Lab.normalisation(train), train.classNames(), training, Map.of());
        this.averaging = averaging;
    }

    private Path file(String name, long seed) {
        return folder.resolve(name + "-" + suffix + "-" + seed + ".safetensors");
    }

    /** A network that was made in this way, if it is there; whoever asked for it closes it. */
    Optional<IntervalNetwork> find(String name, long seed, Origin origin) throws IOException {
        Path file = file(name, seed);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        EpistemicModel model;
        try {
            model = EpistemicModel.read(file);
        } catch (StoreException e) {
            // Such as of a version that wrote them otherwise.
            return Optional.empty();
        }
        if (new Origin(model.wrapping(), model.tuning()).equals(origin)
                && model.card().equals(card(origin))) {
            return Optional.of(model.network());
        }
        model.close();
        return Optional.empty();
    }

    /** Deletes those of Bayesian networks that are not there any more. */
    static void deleteAll(Path folder, String suffix) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "{wrapped,tuned}-*-" + suffix + "-*")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    void write(String name, long seed, IntervalNetwork network, Origin origin) throws IOException {
        EpistemicModel model = EpistemicModel.of(network, card(origin), averaging);
        if (origin.wrapping().isPresent()) {
            model = model.with(origin.wrapping().get());
        }
        if (origin.tuning().isPresent()) {
            model = model.with(origin.tuning().get());
        }
        model.write(file(name, seed));
    }

    /** Those whose intervals began at random come from no training. */
    private ModelCard card(Origin origin) {
        return origin.wrapping().isPresent()
                ? card
                : new ModelCard(
                        card.normalisation(),
                        card.classNames(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        card.versions());
    }
}
