package org.epiwrap.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Shift;
import org.epiwrap.experiments.NamedData;

/** Images that a network should not know, by a name: of another dataset, or its own test images changed. */
record Strangers(String name, Making making) {

    /** Makes them, perhaps out of the network's own test images. */
    interface Making {
        Dataset of(Dataset test, long seed) throws IOException;
    }

    static List<Strangers> all() {
        List<Strangers> all = new ArrayList<>();
        Arrays.stream(NamedData.values())
                .forEach(data -> all.add(new Strangers(data.toString(), (test, seed) -> data.load(Part.TEST))));
        all.add(new Strangers("rotated", (test, seed) -> Shift.rotated().apply(test)));
        all.add(new Strangers("inverted", (test, seed) -> Shift.inverted().apply(test)));
        all.add(new Strangers("permuted", (test, seed) -> Shift.permuted(seed).apply(test)));
        all.add(new Strangers("noise", (test, seed) -> Shift.noise(seed).apply(test)));
        all.add(new Strangers(
                "grey-cifar-10",
                (test, seed) -> Shift.grey(test.shape().height(), test.shape().width())
                        .apply(NamedData.CIFAR_10.load(Part.TEST))));
        return all;
    }

    /** As many as there are test images, at most. */
    Dataset of(Dataset test, long seed) throws IOException {
        Dataset made = making.of(test, seed);
        return made.subset(0, Math.min(made.size(), test.size()));
    }
}
