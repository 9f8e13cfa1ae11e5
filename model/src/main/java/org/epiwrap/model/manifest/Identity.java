package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.Normalisation;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;

/**
 * What the manifests of models and checkpoints have in common.
 *
 * @param architecture of the network
 * @param bias what its biases are
 * @param seeds of its runs
 * @param normalisation of its inputs
 */
public record Identity(Architecture architecture, Bias bias, RunSeeds seeds, Normalisation normalisation) {

    /** Returns the identity of a Bayesian network. */
    public static Identity of(BayesianNetwork network, Normalisation normalisation) {
        return new Identity(network.architecture(), network.bias(), network.seeds(), normalisation);
    }

    /** Returns the identity of an interval network. */
    public static Identity of(IntervalNetwork network, Normalisation normalisation) {
        return new Identity(network.architecture(), network.bias(), network.seeds(), normalisation);
    }

    /** Returns the beginning of the manifest of a file of some kind. */
    public ObjectNode write(Kind kind) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("kind", Texts.name(kind));
        node.set("architecture", ArchitectureJson.write(architecture));
        node.put("bias", Texts.name(bias));
        ArrayNode own = node.putObject("seeds").put("shared", seeds.shared()).putArray("own");
        seeds.own().forEach(own::add);
        ObjectNode scaling = node.putObject("normalisation");
        normalisation.mean().forEach(scaling.putArray("mean")::add);
        normalisation.scale().forEach(scaling.putArray("scale")::add);
        return node;
    }

    /** Reads the identity from the manifest of a file, which must be of this kind. */
    public static Identity read(Fields fields, Kind kind) {
        kind.require(fields);
        Architecture architecture = ArchitectureJson.read(fields.object("architecture"));
        Bias bias = fields.constant("bias", Bias.class);
        Fields seeds = fields.object("seeds");
        List<Long> own = seeds.wholes("own");
        RunSeeds runs = new RunSeeds(seeds.whole("shared"), own);
        seeds.end();
        Fields scaling = fields.object("normalisation");
        Normalisation normalisation = new Normalisation(scaling.numbers("mean"), scaling.numbers("scale"));
        scaling.end();
        int scales = normalisation.mean().size();
        if (scales != 1 && scales != architecture.input().channels()) {
            throw new IllegalArgumentException("manifest.normalisation must have 1 or "
                    + architecture.input().channels() + " channels, but has " + scales);
        }
        return new Identity(architecture, bias, runs, normalisation);
    }
}
