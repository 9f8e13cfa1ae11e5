package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.check.Check;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;

/**
 * A Bayesian network, one run, and what is known of it, as one safetensors file with a manifest among its metadata. The
 * tensors bear the names of {@link BayesianNetwork#shapes}.
 */
public record BayesianModel(BayesianNetwork network, ModelCard card) implements StoredModel {

    public BayesianModel {
        Check.between("the number of runs in a model", network.seeds().runs(), 1, 1);
        int classes = network.architecture().classes();
        Check.sameLength("classNames", card.classNames().size(), "the network's outputs", classes);
    }

    @Override
    public Architecture architecture() {
        return network.architecture();
    }

    @Override
    public void write(Path file) throws IOException {
        ObjectNode manifest = Identity.of(network, card.normalisation()).write(Kind.BAYESIAN_NETWORK);
        card.write(manifest);
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        Blocks.write(writer, network.blocks(0));
        writer.writeTo(file);
    }

    /** Reads a file; what is not a model of this version, in every detail, is refused before its weights are read. */
    public static BayesianModel read(Path path) throws IOException {
        return ManifestFile.read(path, BayesianModel::read);
    }

    static BayesianModel read(TensorFile file, Fields fields) throws IOException {
        Identity identity = Identity.read(fields, Kind.BAYESIAN_NETWORK);
        ModelCard card = ModelCard.read(fields, identity);
        fields.end();
        List<BlockShape> shapes = BayesianNetwork.shapes(identity.architecture(), identity.bias());
        Blocks.check(file, Blocks.infos(shapes));
        return new BayesianModel(
                BayesianNetwork.of(
                        identity.architecture(), identity.bias(), identity.seeds(), Blocks.read(file, shapes)),
                card);
    }

    @Override
    public void close() {
        network.close();
    }
}
