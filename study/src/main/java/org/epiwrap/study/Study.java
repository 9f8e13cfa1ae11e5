package org.epiwrap.study;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What can be reproduced. */
public enum Study {
    /** Which share of the weights is wrapped, chosen by what. */
    SHARE {
        @Override
        public void run(Lab lab) throws IOException {
            for (Preset preset : Preset.values()) {
                try (Accuracies accuracies =
                        new Accuracies(lab, toString(), Setting.of(preset, NamedData.MNIST, "mlp:8"))) {
                    accuracies.ofBayesian();
                    accuracies.before(Accuracies.both(
                            Accuracies.each(
                                    List.of("sigma", "mu", "mu+sigma", "random", "impact"),
                                    0.05,
                                    0.1,
                                    0.2,
                                    0.3,
                                    0.4,
                                    0.5),
                            Accuracies.each(List.of("sigma"), 1)));
                    accuracies.after(Accuracies.each(List.of("sigma"), 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1));
                }
            }
        }
    },
    /** Strangers: shifted and foreign images, found by scores. */
    OOD {
        @Override
        public void run(Lab lab) throws IOException {
            for (NamedData data : List.of(NamedData.MNIST, NamedData.FASHION_MNIST)) {
                for (String net : List.of("mlp:8", "mlp:32", "lenet-5")) {
                    new OodStudy(lab, Setting.of(Preset.SOUND, data, net)).run();
                }
            }
        }
    };

    /** Measures what has not been measured yet. */
    public abstract void run(Lab lab) throws IOException;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
