package org.epiwrap.exchange.layer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.Convention.Form;
import org.epiwrap.exchange.convention.Conventions;
import org.epiwrap.exchange.convention.Leftovers;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.convention.Recogniser;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.layer.RawLayer.Part;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Text;

/** A file with the posterior of the last layer alone, as vectors, such as that of a last-layer Laplace approximation. */
public final class LastLayerPosterior {
    /** Float and back, and the order of sums, may change a mean by so much. */
    private static final double ROUNDING = 1e-5;

    private final NamedArrays arrays;
    private final Match match;
    private final RawReader reader;
    private final Map<String, String> ignored;
    private final List<String> notes = new ArrayList<>();

    public LastLayerPosterior(ArrayFile file) throws IOException {
        this.arrays = NamedArrays.of(file);
        Leftovers leftovers = new Leftovers(arrays, List.of());
        List<Convention> vectors = Conventions.all().stream()
                .filter(convention -> convention.form() == Form.VECTOR)
                .toList();
        this.match = Recogniser.recognise(leftovers.candidates(), vectors)
                .orElseThrow(() -> new IllegalArgumentException(Text.shown(String.valueOf(file.path()))
                        + " must hold the posterior of the last layer as vectors (mean, H and prior_precision of"
                        + " laplace-torch) where the network itself is given, but holds "
                        + String.join(", ", arrays.shapes().keySet())));
        this.reader = new RawReader(arrays, match);
        this.ignored = leftovers.checked(match, Map.of(), new HashSet<>(match.used()));
    }

    /** Returns the path of the file. */
    public Path path() {
        return arrays.path();
    }

    /** Returns the convention of the file. */
    public Convention convention() {
        return match.convention();
    }

    /** Returns why each unused array was not used. */
    public Map<String, String> ignored() {
        return ignored;
    }

    /** Returns what the report should mention. */
    public List<String> notes() {
        return notes;
    }

    /** Returns a layer of points with its posterior; the means must be those points. */
    public RawLayer of(RawLayer points, Axes axes) throws IOException {
        RawLayer found = reader.layers(List.of(axes.kernel(points.kernel().shape())), axes)
                .get(0);
        reader.warning().ifPresent(notes::add);
        compare(points.name(), points.kernel(), found.kernel());
        if (points.bias().isPresent() != found.bias().isPresent()) {
            throw new IllegalArgumentException(
                    "the posterior must have biases if and only if the last layer, " + points.name() + ", has them");
        }
        if (points.bias().isPresent()) {
            compare(points.name(), points.bias().get(), found.bias().orElseThrow());
        }
        notes.add(
                "the posterior is that of the last layer, " + points.name() + "; the weights of the others are points");
        return new RawLayer(points.name(), points.place(), found.kernel(), found.bias());
    }

    private static void compare(String layer, Part points, Part posterior) {
        for (int i = 0; i < points.mean().length; i++) {
            double own = points.mean()[i];
            double mean = posterior.mean()[i];
            if (!(Math.abs(own - mean) <= ROUNDING * Math.max(1, Math.abs(own)))) {
                throw new IllegalArgumentException("the means of the posterior must be the weights of the last layer, "
                        + layer + ", but number " + i + " is " + mean + " where the layer has " + own
                        + ": is the posterior that of another network, or of all layers?");
            }
        }
    }
}
