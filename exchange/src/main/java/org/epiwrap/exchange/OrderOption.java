package org.epiwrap.exchange;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;

/** How an order is given on a command line: {@code --order} and the names from the first to the last. */
final class OrderOption {
    private OrderOption() {}

    static String text(List<String> names) {
        return "--order " + String.join(",", names);
    }

    /**
     * The names of layers and of norms as an architecture has them, one after the other.
     *
     * @param layers those with weights, in its order
     * @param norms likewise
     */
    static List<String> names(Architecture architecture, List<String> layers, List<String> norms) {
        List<String> names = new ArrayList<>();
        add(architecture.layers(), layers.iterator(), norms.iterator(), names);
        return names;
    }

    private static void add(List<Layer> parts, Iterator<String> layers, Iterator<String> norms, List<String> names) {
        for (Layer part : parts) {
            if (part instanceof Layer.Dense || part instanceof Layer.Convolution) {
                names.add(layers.next());
            } else if (part instanceof Layer.BatchNorm) {
                names.add(norms.next());
            } else if (part instanceof Layer.Residual residual) {
                add(residual.body(), layers, norms, names);
                add(residual.shortcut(), layers, norms, names);
            }
        }
    }
}
