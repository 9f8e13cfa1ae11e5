package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.check.Check;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.model.manifest.Blocks;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.model.manifest.Identity;
import org.epiwrap.model.manifest.Kind;
import org.epiwrap.model.manifest.ManifestFile;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.Ensemble;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Verification;

/**
 * Several networks of one architecture, such as those of a deep ensemble, each kept as it is, and what is known of them;
 * stored as one safetensors file with a manifest in its metadata. The tensors have the names of
 * {@link BayesianNetwork#shapes} after {@code member0.}, {@code member1.} and so on.
 *
 * <p>Members are points if no weight of any of them has a spread: they predict by their weights, and their files hold no
 * spreads. Otherwise each member averages draws of its posterior, and its set of classes is that of its wrapped network.
 */
public final class EnsembleModel implements StoredModel {
    private static final String FIELD = "ensemble";
    /** What a network stores for a spread of 0 is not exactly 0. */
    private static final double LARGEST_POINT = 2e-8;

    private final List<BayesianNetwork> members;
    private final boolean spreads;
    private final ModelCard card;
    private final Verification verification;
    private final List<BayesianAverage> averages = new ArrayList<>();
    private final List<IntervalNetwork> wrapped = new ArrayList<>();
    private final Ensemble predictor;

    /** Creates a model of at least two networks of one run each, which are closed with it. */
    public EnsembleModel(List<BayesianNetwork> members, ModelCard card) {
        this(members, members.stream().anyMatch(EnsembleModel::hasSpreads), card, Verification.VERIFIED);
    }

    private EnsembleModel(List<BayesianNetwork> members, boolean spreads, ModelCard card, Verification verification) {
        Check.atLeast("the number of members", members.size(), 2);
        BayesianNetwork first = members.get(0);
        for (BayesianNetwork member : members) {
            Check.between("the number of runs of a member", member.seeds().runs(), 1, 1);
            if (!member.architecture().equals(first.architecture()) || member.bias() != first.bias()) {
                throw new IllegalArgumentException("the members of an ensemble must have one architecture, "
                        + first.architecture() + ", but one has " + member.architecture());
            }
        }
        this.members = List.copyOf(members);
        this.spreads = spreads;
        this.card = card;
        this.verification = verification;
        this.predictor = spreads ? ofPosteriors() : meanNetworks();
    }

    private static boolean hasSpreads(BayesianNetwork network) {
        for (float sigma : network.deviations(0)) {
            if (sigma > LARGEST_POINT) {
                return true;
            }
        }
        return false;
    }

    /** Returns the ensemble of the means of the members' posteriors: that of the members if they are points. */
    public Ensemble meanNetworks() {
        return Ensemble.of(members.stream()
                .map(member -> MeanNetwork.of(member, card.input(), card.names()))
                .toList());
    }

    private Ensemble ofPosteriors() {
        // As many draws as one network averages, in all, but several of each.
        int draws = Math.max(10, BayesianAverage.USUAL_DRAWS / members.size());
        List<IntervalPredictor> sets = new ArrayList<>();
        for (BayesianNetwork member : members) {
            averages.add(BayesianAverage.of(member, card.input(), card.names(), draws));
            IntervalNetwork intervals = IntervalNetwork.wrap(member, Wrapping.withDefaults());
            wrapped.add(intervals);
            sets.add(IntervalPredictor.of(intervals, card.input(), card.names()));
        }
        return Ensemble.of(averages).with(sets);
    }

    /** Returns the members, which are closed with the model. */
    public List<BayesianNetwork> members() {
        return members;
    }

    /** Returns whether members have posteriors rather than single weights. */
    public boolean hasSpreads() {
        return spreads;
    }

    @Override
    public Kind kind() {
        return Kind.ENSEMBLE;
    }

    @Override
    public ModelCard card() {
        return card;
    }

    @Override
    public Verification verification() {
        return verification;
    }

    @Override
    public Ensemble predictor() {
        return predictor;
    }

    @Override
    public void write(Path file) throws IOException {
        ObjectNode manifest = Identity.of(members.get(0), card.input()).write(Kind.ENSEMBLE);
        card.write(manifest);
        ObjectNode ensemble =
                manifest.putObject(FIELD).put("members", members.size()).put("spreads", spreads);
        ArrayNode seeds = ensemble.putArray("seeds");
        members.forEach(member -> seeds.add(member.seeds().own().get(0)));
        PredictionCheck.Computed check = PredictionCheck.of(this, List.of(meanNetworks()));
        check.write(manifest);
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        for (int i = 0; i < members.size(); i++) {
            List<Block> blocks = new ArrayList<>();
            for (Block block : members.get(i).blocks(0)) {
                if (spreads || !isSpread(block.shape())) {
                    blocks.add(new Block(named(i, block.shape()), block.values()));
                }
            }
            Blocks.write(writer, blocks);
        }
        check.write(writer, this);
        writer.writeTo(file);
    }

    private static boolean isSpread(BlockShape shape) {
        return shape.name().endsWith(BayesianNetwork.RHO);
    }

    private static BlockShape named(int member, BlockShape shape) {
        return new BlockShape("member" + member + "." + shape.name(), shape.sizes());
    }

    /** Reads a file; one that is not a valid model of this version is refused before its weights are read. See {@link StoredModel#read}. */
    public static EnsembleModel read(Path path) throws IOException {
        return ManifestFile.read(path, EnsembleModel::read);
    }

    static EnsembleModel read(TensorFile file, Fields fields) throws IOException {
        Identity identity = Identity.read(fields, Kind.ENSEMBLE);
        ModelCard card = ModelCard.read(fields, identity);
        Fields ensemble = fields.object(FIELD);
        int count = Check.between(
                ensemble.place() + ".members",
                ensemble.integer("members"),
                2,
                Math.max(2, file.names().size()));
        boolean spreads = ensemble.flag("spreads");
        List<Long> seeds = ensemble.wholes("seeds");
        Check.sameLength(ensemble.place() + ".seeds", seeds.size(), "the members", count);
        ensemble.end();
        Optional<PredictionCheck> check = PredictionCheck.read(file, fields, identity);
        fields.end();
        List<BlockShape> shapes = BayesianNetwork.shapes(identity.architecture(), identity.bias());
        Map<String, TensorInfo> infos = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            int member = i;
            infos.putAll(Blocks.infos(shapes.stream()
                    .filter(shape -> spreads || !isSpread(shape))
                    .map(shape -> named(member, shape))
                    .toList()));
        }
        check.ifPresent(tensors -> infos.putAll(tensors.infos(identity)));
        Blocks.check(file, infos);
        List<BayesianNetwork> members = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                RunSeeds own = new RunSeeds(identity.seeds().shared(), List.of(seeds.get(i)));
                members.add(BayesianNetwork.of(
                        identity.architecture(), identity.bias(), own, member(file, shapes, i, spreads)));
            }
        } catch (IOException | RuntimeException e) {
            members.forEach(BayesianNetwork::close);
            throw e;
        }
        EnsembleModel model = new EnsembleModel(members, spreads, card, file.verification());
        return PredictionCheck.verified(model, file, check, EnsembleModel::meanNetworks);
    }

    private static List<Block> member(TensorFile file, List<BlockShape> shapes, int number, boolean spreads)
            throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (BlockShape shape : shapes) {
            float[] values;
            if (spreads || !isSpread(shape)) {
                values = Blocks.read(file, named(number, shape));
            } else {
                values = new float[shape.size()];
                Arrays.fill(values, BayesianNetwork.rho(0));
            }
            blocks.add(new Block(shape, values));
        }
        return blocks;
    }

    @Override
    public void close() {
        averages.forEach(BayesianAverage::close);
        wrapped.forEach(IntervalNetwork::close);
        members.forEach(BayesianNetwork::close);
    }
}
