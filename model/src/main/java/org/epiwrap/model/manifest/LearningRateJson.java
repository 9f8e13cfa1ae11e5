package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.tensor.LearningRate;

/** A learning rate as JSON. */
public final class LearningRateJson {
    private LearningRateJson() {}

    /** Returns a learning rate as JSON. */
    public static ObjectNode write(LearningRate rate) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("peak", rate.peak())
                .put("warm-up", rate.warmUp())
                .put("end", rate.end());
    }

    /** Reads a learning rate. */
    public static LearningRate read(Fields fields) {
        return fields.only(f -> new LearningRate(f.number("peak"), f.number("warm-up"), f.number("end")));
    }
}
