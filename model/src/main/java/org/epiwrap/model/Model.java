package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.check.Check;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Block;
import org.epiwrap.network.BlockShape;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;

/**
 * A Bayesian network, one run, and what is known of it, as one safetensors file with a manifest among its metadata. The
 * tensors bear the names of {@link BayesianNetwork#shapes}.
 */
public record Model(BayesianNetwork network, ModelCard card) implements AutoCloseable {
    static final String KIND = "bayesian-network";

    public Model {
        Check.between("the number of runs in a model", network.seeds().runs(), 1, 1);
        int classes = network.architecture().classes();
        Check.sameLength("classNames", card.classNames().size(), "the network's outputs", classes);
    }

    /** Writes the file whole or not at all. Equal models give equal bytes. */
    public void write(Path file) throws IOException {
        ObjectNode manifest = Identity.of(network, card.normalisation()).write(KIND);
        card.classNames().forEach(manifest.putArray("classes")::add);
        card.training().ifPresent(training -> manifest.set("training", training.write()));
        ObjectNode metrics = manifest.putObject("metrics");
        new TreeMap<>(card.metrics()).forEach(metrics::put);
        ObjectNode versions = manifest.putObject("versions");
        new TreeMap<>(card.versions()).forEach(versions::put);
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        for (Block block : network.blocks(0)) {
            int bad = Blocks.firstNotFinite(block.values());
            if (bad >= 0) {
                throw new IllegalArgumentException("a model must have finite numbers, but "
                        + block.shape().name() + " has " + block.values()[bad] + " at element " + bad);
            }
            writer.add(block.shape().name(), Blocks.shape(block.shape()), block.values());
        }
        writer.writeTo(file);
    }

    /** Reads a file; what is not a model of this version, in every detail, is refused before its weights are read. */
    public static Model read(Path path) throws IOException {
        try (TensorFile file = TensorFile.open(path)) {
            Fields fields = Fields.of("manifest", Manifest.read(file).content());
            try {
                Identity identity = Identity.read(fields, KIND);
                ModelCard card = card(fields, identity);
                fields.end();
                List<BlockShape> shapes = BayesianNetwork.shapes(identity.architecture(), identity.bias());
                Blocks.check(file, shapes);
                List<Block> blocks = new ArrayList<>();
                for (BlockShape shape : shapes) {
                    blocks.add(new Block(shape, Blocks.read(file, shape)));
                }
                return new Model(
                        BayesianNetwork.of(identity.architecture(), identity.bias(), identity.seeds(), blocks), card);
            } catch (IllegalArgumentException e) {
                throw new StoreException(path, String.valueOf(e.getMessage()), e);
            }
        }
    }

    private static ModelCard card(Fields fields, Identity identity) {
        Check.between("the number of runs in a model", identity.seeds().own().size(), 1, 1);
        List<String> classNames = fields.texts("classes");
        Check.sameLength(
                "manifest.classes",
                classNames.size(),
                "the network's outputs",
                identity.architecture().classes());
        Optional<TrainingRecord> training =
                fields.has("training") ? Optional.of(TrainingRecord.read(fields.object("training"))) : Optional.empty();
        Fields metricFields = fields.object("metrics");
        Map<String, Double> metrics = new TreeMap<>();
        metricFields.names().forEach(name -> metrics.put(name, metricFields.number(name)));
        Fields versionFields = fields.object("versions");
        Map<String, String> versions = new TreeMap<>();
        versionFields.names().forEach(name -> versions.put(name, versionFields.text(name)));
        return new ModelCard(identity.normalisation(), classNames, training, metrics, versions);
    }

    @Override
    public void close() {
        network.close();
    }
}
