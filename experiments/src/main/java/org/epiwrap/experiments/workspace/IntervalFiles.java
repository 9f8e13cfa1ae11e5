package org.epiwrap.experiments.workspace;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Averaging;
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
public record IntervalFiles(Path folder, String suffix, ModelCard card, Averaging averaging) {

    /**
     * How a network was made.
     *
     * @param wrapping empty where its intervals started at random
     * @param tuning empty where it was not fine-tuned
     */
    public record Origin(Optional<WrappingRecord> wrapping, Optional<TuningRecord> tuning) {}

    private Path file(String name, long seed) {
        return folder.resolve(name + "-" + suffix + "-" + seed + ".safetensors");
    }

    /** Returns a network that was made in this way, if there is one; the caller closes it. */
    public Optional<IntervalNetwork> find(String name, long seed, Origin origin) throws IOException {
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
        if (new Origin(model.wrapping(), model.tuning()).equals(origin)
                && model.card().equals(card(origin))) {
            return Optional.of(model.network());
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

    /** Writes a network, which stays open. */
    public void write(String name, long seed, IntervalNetwork network, Origin origin) throws IOException {
        new EpistemicModel(
                        network,
                        card(origin),
                        averaging,
                        origin.wrapping(),
                        origin.tuning(),
                        Optional.empty(),
                        Optional.empty())
                .write(file(name, seed));
    }

    /** Networks whose intervals started at random come from no training. */
    private ModelCard card(Origin origin) {
        return origin.wrapping().isPresent()
                ? card
                : new ModelCard(
                        card.input(), card.classNames(), Optional.empty(), Optional.empty(), Map.of(), card.versions());
    }
}
