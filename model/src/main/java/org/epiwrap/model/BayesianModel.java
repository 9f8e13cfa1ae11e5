package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.check.Check;
import org.epiwrap.model.manifest.Blocks;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.model.manifest.Identity;
import org.epiwrap.model.manifest.Kind;
import org.epiwrap.model.manifest.ManifestFile;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.SinglePass;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Verification;

/**
 * A Bayesian network of one run and what is known of it, stored as one safetensors file with a manifest in its metadata.
 * The tensors have the names of {@link BayesianNetwork#shapes}.
 *
 * @param network is closed with the model
 * @param predictor averages {@value BayesianAverage#USUAL_DRAWS} draws of the network and is closed with the model
 * @param verification whether its numbers are known to be those that were written
 */
public record BayesianModel(
        BayesianNetwork network, ModelCard card, BayesianAverage predictor, Verification verification)
        implements StoredModel {

    /** Refuses parts that do not belong together. */
    public BayesianModel {
        Check.between("the number of runs in a model", network.seeds().runs(), 1, 1);
        int classes = network.architecture().classes();
        Check.sameLength("classNames", card.classNames().size(), "the network's outputs", classes);
    }

    /** Creates a model of a network, which is closed with it. */
    public BayesianModel(BayesianNetwork network, ModelCard card) {
        this(network, card, Verification.VERIFIED);
    }

    private BayesianModel(BayesianNetwork network, ModelCard card, Verification verification) {
        this(
                network,
                card,
                BayesianAverage.of(network, card.input(), card.names(), BayesianAverage.USUAL_DRAWS),
                verification);
    }

    @Override
    public Kind kind() {
        return Kind.BAYESIAN_NETWORK;
    }

    /** Returns this model, which shares its network and draws, with metrics. Closing either of both closes all that. */
    public BayesianModel with(Map<String, Double> metrics) {
        return new BayesianModel(network, card.with(metrics), predictor, verification);
    }

    /** Returns the average of a number of draws, which the caller closes. */
    public BayesianAverage predictor(int draws) {
        return BayesianAverage.of(network, card.input(), card.names(), draws);
    }

    /** Returns the network of the posteriors' means. */
    public MeanNetwork meanNetwork() {
        return MeanNetwork.of(network, card.input(), card.names());
    }

    /** Returns one random pass by an estimator. */
    public SinglePass singlePass(Estimator estimator) {
        return SinglePass.of(network, card.input(), card.names(), estimator);
    }

    @Override
    public void write(Path file) throws IOException {
        ObjectNode manifest = Identity.of(network, card.input()).write(Kind.BAYESIAN_NETWORK);
        card.write(manifest);
        PredictionCheck.Computed check = PredictionCheck.of(this, List.of(meanNetwork()));
        check.write(manifest);
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        Blocks.write(writer, network.blocks(0));
        check.write(writer, this);
        writer.writeTo(file);
    }

    /** Reads a file; one that is not a valid model of this version is refused before its weights are read. See {@link StoredModel#read}. */
    public static BayesianModel read(Path path) throws IOException {
        return ManifestFile.read(path, BayesianModel::read);
    }

    static BayesianModel read(TensorFile file, Fields fields) throws IOException {
        Identity identity = Identity.read(fields, Kind.BAYESIAN_NETWORK);
        ModelCard card = ModelCard.read(fields, identity);
        Optional<PredictionCheck> check = PredictionCheck.read(file, fields, identity);
        fields.end();
        List<BlockShape> shapes = BayesianNetwork.shapes(identity.architecture(), identity.bias());
        Map<String, TensorInfo> infos = Blocks.infos(shapes);
        check.ifPresent(tensors -> infos.putAll(tensors.infos(identity)));
        Blocks.check(file, infos);
        BayesianModel model = new BayesianModel(
                BayesianNetwork.of(
                        identity.architecture(), identity.bias(), identity.seeds(), Blocks.read(file, shapes)),
                card,
                file.verification());
        return PredictionCheck.verified(model, file, check, BayesianModel::meanNetwork);
    }

    @Override
    public void close() {
        predictor.close();
        network.close();
    }
}
