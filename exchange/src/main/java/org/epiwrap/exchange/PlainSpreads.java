package org.epiwrap.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.layer.RawLayer;

/** Standard deviations for the kernels of plain weights: one number for all layers, or one for each. */
final class PlainSpreads {
    private PlainSpreads() {}

    /**
     * Returns layers with spreads.
     *
     * @param layers in the order of the network
     * @param given the numbers; if there are none, the array {@code sigma} of the file
     */
    static List<RawLayer> added(List<RawLayer> layers, List<Double> given, NamedArrays arrays) throws IOException {
        Optional<String> inFile = given.isEmpty() ? arrays.endingIn("sigma") : Optional.empty();
        double[] sigma = inFile.isPresent()
                ? arrays.numbers(inFile.get())
                : given.stream().mapToDouble(Double::doubleValue).toArray();
        if (sigma.length != 1 && sigma.length != layers.size()) {
            throw new IllegalArgumentException(
                    "its weights have no spreads: a standard deviation must be given (--sigma), one for"
                            + " all or one for each of the " + layers.size() + " layers, but "
                            + (sigma.length == 0 ? "none is given" : sigma.length + " are given"));
        }
        List<RawLayer> result = new ArrayList<>();
        for (RawLayer layer : layers) {
            double own = sigma[sigma.length == 1 ? 0 : result.size()];
            if (!(own >= 0 && own <= Float.MAX_VALUE)) {
                throw new IllegalArgumentException("sigma must be a finite number >= 0, but is " + own);
            }
            result.add(added(layer, own, inFile.orElse("given")));
        }
        return result;
    }

    private static RawLayer added(RawLayer layer, double sigma, String from) {
        double[] all = new double[layer.kernel().mean().length];
        Arrays.fill(all, sigma);
        RawLayer.Part kernel = RawLayer.Part.gaussian(
                layer.kernel().from() + ", sigma = " + sigma + " (" + from + ")",
                layer.kernel().shape(),
                layer.kernel().mean(),
                all);
        return new RawLayer(layer.name(), layer.place(), kernel, layer.bias());
    }
}
