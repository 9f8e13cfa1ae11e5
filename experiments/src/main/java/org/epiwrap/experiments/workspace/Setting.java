package org.epiwrap.experiments.workspace;

import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.model.Preset;

/** The preset, the data and the architecture that networks are trained with. */
public record Setting(Preset preset, BuiltInData data, Backbone net) {

    /** Returns a setting with an architecture by its name, such as {@code mlp:8}. */
    public static Setting of(Preset preset, BuiltInData data, String net) {
        return new Setting(preset, data, Backbone.named(net));
    }

    /** Returns sound settings of each dataset with each architecture. */
    public static List<Setting> sound(List<BuiltInData> datasets, List<String> nets) {
        return datasets.stream()
                .flatMap(data -> nets.stream().map(net -> of(Preset.SOUND, data, net)))
                .toList();
    }

    /** Returns the architecture for these examples. */
    public Architecture architecture(Dataset train) {
        return net.architecture(train.shape(), train.classNames().size());
    }

    /** Returns this setting as a part of a file's name. */
    public String fileName() {
        return preset + "-" + data + "-" + net.fileName();
    }

    /** Returns the network and its data, such as "mlp:8 on mnist". */
    @Override
    public String toString() {
        return net + " on " + data;
    }
}
