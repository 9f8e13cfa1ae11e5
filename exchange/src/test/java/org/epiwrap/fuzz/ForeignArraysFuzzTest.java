package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.SpreadRule;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Tag;

/**
 * Arrays that are well-formed, under names that conventions know, with any shapes, numbers and options: they are a network,
 * or refused with a reason.
 */
@Tag("fuzz")
class ForeignArraysFuzzTest {
    private static final String[] LAYERS = {
        "", "fc1.", "fc2.", "fc10.", "conv1.", "layer1.0.bn1.", "bn1.", "dense/", "dense_1/", "layers/dense/", "0/"
    };
    private static final String[] PARTS = {
        "weight",
        "bias",
        "kernel",
        "kernel/mean",
        "kernel/stddev",
        "bias/mean",
        "bias/stddev",
        "kernel.mean",
        "kernel.std",
        "kernel_posterior_loc",
        "kernel_posterior_untransformed_scale",
        "bias_posterior_loc",
        "constant",
        "prior/constant",
        "mu_weight",
        "rho_weight",
        "mu_kernel",
        "rho_kernel",
        "mu_bias",
        "rho_bias",
        "weight_mu",
        "weight_rho",
        "bias_mu",
        "bias_rho",
        "weight_sampler.mu",
        "weight_sampler.rho",
        "weight_sigma",
        "weight_log_sigma",
        "bias_log_sigma",
        "W_mu",
        "W_rho",
        "locs.weight_unconstrained",
        "scales.weight_unconstrained",
        "loc",
        "scale_unconstrained",
        "weight.loc_unconstrained",
        "weight.scale_unconstrained",
        "kernel_auto_loc",
        "kernel_auto_scale",
        "mean",
        "log_std",
        "log_std_base",
        "H",
        "H_factor",
        "prior_precision",
        "prior_precision_diag",
        "hess",
        "ess",
        "weight_decay",
        "samples",
        "sigma",
        "gamma",
        "beta",
        "moving_mean",
        "moving_variance",
        "running_mean",
        "running_var",
        "vars/0",
        "vars/1",
        "vars/2",
        "vars/3",
        "architecture",
        "num_batches_tracked",
        "weight:0"
    };
    /** Kernels and their spreads, biases and theirs. */
    private static final String[][] CONVENTIONS = {
        {"mu_weight", "rho_weight", "mu_bias", "rho_bias"},
        {"kernel_posterior_loc:0", "kernel_posterior_untransformed_scale:0", "bias_posterior_loc:0"},
        {"kernel/mean", "kernel/stddev", "bias/mean", "bias/stddev"},
        {"weight_sampler.mu", "weight_sampler.rho", "bias_mu", "bias_rho"},
        {"weight_mu", "weight_sigma", "bias_mu", "bias_sigma"},
        {"weight_mu", "weight_log_sigma", "bias_mu", "bias_log_sigma"},
        {"W_mu", "W_rho", "bias_mu", "bias_rho"},
        {"weight.loc_unconstrained", "weight.scale_unconstrained", "bias.loc_unconstrained"},
        {"kernel_auto_loc", "kernel_auto_scale", "bias_auto_loc", "bias_auto_scale"},
        {"kernel.mean", "kernel.std", "bias.mean", "bias.std"},
        {"vars/0", "vars/1", "vars/2", "vars/3"},
        {"weight", "other", "bias"}
    };

    private static final String[] RULES = {
        "softplus", "exp", "std", "variance", "log-variance", "precision", "sigmoid:0.1"
    };

    private static final String[] MAPS = {
        "weight=*weight, spread=*bias",
        "weight=*mean, spread=*H, form=vector",
        "weight=*mean, spread=*H, form=vector-biases-first",
        "weight=*constant, form=halves",
        "weight=*weight, spread=*hess, form=layers-and-vector",
        "weight=*samples, form=draws",
        "weight=*weight, bias=*bias, form=stacked-draws",
        "weight=*kernel, form=points"
    };

    @FuzzTest(maxDuration = "2m")
    void anyArrays(FuzzedDataProvider data) throws IOException {
        Path folder = Files.createTempDirectory("fuzz");
        Path file = folder.resolve("arrays.npz");
        try {
            ImportOptions options = options(data);
            write(data, file);
            try (ImportedNetwork imported = NetworkImporter.read(file, options)) {
                imported.report().text().lines().forEach(ForeignArraysFuzzTest::checkVisible);
            } catch (StoreException refused) {
                checkVisible(String.valueOf(refused.getMessage()));
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static ImportOptions options(FuzzedDataProvider data) {
        ImportOptions options = ImportOptions.withDefaults();
        int chosen = data.consumeByte();
        if ((chosen & 1) != 0) {
            options = options.with(Architecture.mlp(Volume.features(data.consumeInt(1, 4)), 2, 3));
        }
        if ((chosen & 2) != 0) {
            options = options.with(data.pickValue(Axes.values()));
        }
        if ((chosen & 4) != 0) {
            options = options.with(SpreadRule.parse(data.pickValue(RULES)));
        }
        if ((chosen & 8) != 0) {
            options = options.withSigma(0.1);
        }
        if ((chosen & 16) != 0) {
            options = options.with(Convention.parse(data.pickValue(MAPS)));
        }
        if ((chosen & 32) != 0) {
            List<String> order = new ArrayList<>();
            for (int i = data.consumeInt(1, 4); i > 0; i--) {
                order.add(data.pickValue(LAYERS).replaceAll("[./]$", ""));
            }
            options = options.withOrder(order);
        }
        if ((chosen & 64) != 0) {
            options = options.ignoring(List.of("*" + data.pickValue(PARTS)));
        }
        return options;
    }

    /** Layers in the names of a convention, most of which chain, and then some arrays of any kind. */
    private static void write(FuzzedDataProvider data, Path file) throws IOException {
        Map<String, Shape> arrays = new LinkedHashMap<>();
        String[] names = data.pickValue(CONVENTIONS);
        boolean inputsFirst = data.consumeBoolean();
        long width = data.consumeInt(1, 4);
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
            String layer = data.pickValue(LAYERS);
            long inputs = data.consumeProbabilityFloat() < 0.9 ? width : data.consumeInt(0, 4);
            width = data.consumeInt(1, 4);
            Shape kernel = inputsFirst ? Shape.of(inputs, width) : Shape.of(width, inputs);
            arrays.put(layer + names[0], kernel);
            arrays.put(layer + names[1], kernel);
            arrays.put(layer + names[2], Shape.of(width));
            if (names.length > 3) {
                arrays.put(layer + names[3], Shape.of(width));
            }
        }
        for (int i = data.consumeInt(0, 5); i > 0; i--) {
            long[] sizes = new long[data.consumeInt(0, 5)];
            for (int axis = 0; axis < sizes.length; axis++) {
                // A vector may be as long as all weights and biases of the architecture above.
                sizes[axis] = data.consumeInt(0, sizes.length == 1 ? 30 : 4);
            }
            arrays.put(data.pickValue(LAYERS) + data.pickValue(PARTS), Shape.of(sizes));
        }
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (Map.Entry<String, Shape> array : arrays.entrySet()) {
            double[] values = new double[(int) array.getValue().elements()];
            double first = data.consumeBoolean() ? data.consumeProbabilityDouble() : data.consumeDouble();
            for (int at = 0; at < values.length; at++) {
                values[at] = first + 0.1 * at;
            }
            writer.add(array.getKey(), array.getValue(), values);
        }
        writer.writeNpz(file);
    }

    private static void checkVisible(String line) {
        if (!line.matches("[^\\p{Cc}\\p{Cf}\\p{Cs}]+")) {
            throw new AssertionError("a line that is empty or could command a terminal: " + line);
        }
    }
}
