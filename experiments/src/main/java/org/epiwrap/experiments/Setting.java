package org.epiwrap.experiments;

import org.epiwrap.architecture.Backbone;

/** What a Bayesian network is trained with. */
record Setting(Preset preset, NamedData data, Backbone net) {

    static Setting of(Preset preset, NamedData data, String net) {
        return new Setting(preset, data, Backbone.named(net));
    }

    /** As part of a file's name. */
    String fileName() {
        return preset + "-" + data + "-" + net.fileName();
    }
}
