package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Block;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;

/** Writes networks as PyTorch users stack the states of an ensemble: along the first axis of every array. */
final class StackedFiles {
    private StackedFiles() {}

    /** Writes the means of networks as the weights of plain ones. */
    static Path points(Path file, List<BayesianNetwork> members) throws IOException {
        return write(file, members, "weight", "");
    }

    /** Writes means and ρ under the names of bayesian-torch. */
    static Path posteriors(Path file, List<BayesianNetwork> members) throws IOException {
        return write(file, members, "mu_weight", "rho_weight");
    }

    private static Path write(Path file, List<BayesianNetwork> members, String mean, String spread) throws IOException {
        List<List<Block>> all = members.stream().map(member -> member.blocks(0)).toList();
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (int i = 0; i < all.get(0).size(); i++) {
            Block first = all.get(0).get(i);
            String name = first.shape().name();
            if (name.endsWith(BayesianNetwork.RHO) && spread.isEmpty()) {
                continue;
            }
            List<Long> sizes = new ArrayList<>(List.of((long) members.size()));
            first.shape().sizes().forEach(size -> sizes.add((long) size));
            float[] stacked = new float[members.size() * first.values().length];
            for (int m = 0; m < all.size(); m++) {
                System.arraycopy(
                        all.get(m).get(i).values(), 0, stacked, m * first.values().length, first.values().length);
            }
            writer.add(
                    name.replace("kernel.mu", mean)
                            .replace("kernel.rho", spread)
                            .replace(".bias", spread.isEmpty() ? ".bias" : ".mu_bias")
                            .replace(".scale", ".weight")
                            .replace(".shift", ".bias")
                            .replace(".mean", ".running_mean")
                            .replace(".variance", ".running_var"),
                    new Shape(sizes),
                    stacked);
        }
        writer.writeNpz(file);
        return file;
    }
}
