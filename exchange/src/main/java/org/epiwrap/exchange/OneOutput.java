package org.epiwrap.exchange;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.exchange.convention.Kernel;

/** Networks with a single output, which is the logit of class 1 of two. */
final class OneOutput {
    private OneOutput() {}

    /** Returns a known architecture of two classes with one output where the kernels of the file have one. */
    static Architecture asInFile(Architecture known, List<Kernel> inFile) {
        List<Kernel> wanted = ArchitectureChoice.kernels(known);
        Kernel last = wanted.get(wanted.size() - 1);
        boolean one = known.layers().get(known.layers().size() - 1).equals(new Layer.Dense(2))
                && !inFile.contains(last)
                && inFile.contains(new Kernel(1, last.inputs(), 0));
        return one ? ending(known, new Layer.Dense(1)) : known;
    }

    /** Returns the architecture with the logits of two classes in place of the one: 0 and itself. */
    static Architecture asTwoClasses(Architecture single, List<String> notes) {
        Layer last = single.layers().get(single.layers().size() - 1);
        if (!(last instanceof Layer.Dense)) {
            throw new IllegalArgumentException("the last layer must be dense, but is " + last);
        }
        notes.add(
                "the one output is read as the logit of class 1 of two, whose probability is its sigmoid: class 0 has the"
                        + " logit 0, by a row of zeros without spread; regression networks cannot be imported");
        return ending(single, new Layer.Dense(2));
    }

    private static Architecture ending(Architecture architecture, Layer last) {
        List<Layer> layers = new ArrayList<>(architecture.layers());
        layers.set(layers.size() - 1, last);
        return new Architecture(architecture.input(), layers);
    }
}
