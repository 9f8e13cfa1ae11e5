package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.network.LearningRate;

/** A learning rate as JSON. */
final class LearningRateJson {
    private LearningRateJson() {}

    static ObjectNode write(LearningRate rate) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("peak", rate.peak())
                .put("warm-up", rate.warmUp())
                .put("end", rate.end());
    }

    static LearningRate read(Fields fields) {
        LearningRate rate = new LearningRate(fields.number("peak"), fields.number("warm-up"), fields.number("end"));
        fields.end();
        return rate;
    }
}
