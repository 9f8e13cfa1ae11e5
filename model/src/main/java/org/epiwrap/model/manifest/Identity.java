package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;

/**
 * What the manifests of models and checkpoints have in common.
 *
 * @param architecture of the network
 * @param bias what its biases are
 * @param seeds of its runs
 * @param input how examples become what it receives
 */
public record Identity(Architecture architecture, Bias bias, RunSeeds seeds, Input input) {

    /** Returns the identity of a Bayesian network. */
    public static Identity of(BayesianNetwork network, Input input) {
        return new Identity(network.architecture(), network.bias(), network.seeds(), input);
    }

    /** Returns the identity of an interval network. */
    public static Identity of(IntervalNetwork network, Input input) {
        return new Identity(network.architecture(), network.bias(), network.seeds(), input);
    }

    /** Returns the beginning of the manifest of a file of some kind. */
    public ObjectNode write(Kind kind) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("kind", Texts.name(kind));
        node.set("architecture", ArchitectureJson.write(architecture));
        node.put("bias", Texts.name(bias));
        ArrayNode own = node.putObject("seeds").put("shared", seeds.shared()).putArray("own");
        seeds.own().forEach(own::add);
        InputJson.write(node, input);
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
        return new Identity(architecture, bias, runs, InputJson.read(fields, architecture));
    }
}
