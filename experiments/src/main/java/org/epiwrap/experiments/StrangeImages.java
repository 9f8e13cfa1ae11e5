package org.epiwrap.experiments;

import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Shift;

/** Test images as a network should not have seen them, by the name of what was done. */
final class StrangeImages {
    static final String CIFAR = "grey-cifar";

    private static final long SEED = 1;

    private StrangeImages() {}

    /** For networks of MNIST or Fashion-MNIST. CIFAR is left out where it is not on this machine. */
    static Map<String, Dataset> of(Lab lab, NamedData data) {
        Dataset test = lab.test(data);
        NamedData other = data == NamedData.MNIST ? NamedData.FASHION_MNIST : NamedData.MNIST;
        Map<String, Dataset> sets = new LinkedHashMap<>();
        sets.put(other.toString(), lab.test(other));
        sets.put("rotated", Shift.rotated().apply(test));
        sets.put("inverted", Shift.inverted().apply(test));
        sets.put("permuted", Shift.permuted(SEED).apply(test));
        sets.put("noise", Shift.noise(SEED).apply(test));
        if (NamedData.CIFAR_10.isHere()) {
            Dataset cifar = lab.limited(lab.load(NamedData.CIFAR_10, Part.TEST));
            sets.put(CIFAR, Shift.grey(28, 28).apply(cifar));
        }
        return sets;
    }
}
