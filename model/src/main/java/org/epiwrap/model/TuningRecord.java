package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.TuningPlan;

/** What an interval network was fine-tuned with. */
public record TuningRecord(TuningPlan plan, DataRecord data) {

    public static TuningRecord of(TuningPlan plan, Dataset data) {
        return new TuningRecord(plan, DataRecord.of(data));
    }

    ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("epochs", plan.epochs())
                .put("batch-size", plan.batchSize())
                .put("bounds", Names.of(plan.rule()))
                .put("averaging", Names.of(plan.averaging()));
        plan.seed().ifPresent(seed -> node.put("seed", seed));
        node.set("learning-rate", LearningRateJson.write(plan.learningRate()));
        node.set("data", data.write());
        return node;
    }

    static TuningRecord read(Fields fields) {
        TuningPlan plan = new TuningPlan(
                fields.integer("epochs"),
                fields.integer("batch-size"),
                LearningRateJson.read(fields.object("learning-rate")),
                fields.constant("bounds", BoundsRule.class),
                fields.constant("averaging", Averaging.class),
                fields.has("seed") ? Optional.of(fields.whole("seed")) : Optional.empty());
        TuningRecord result = new TuningRecord(plan, DataRecord.read(fields.object("data")));
        fields.end();
        return result;
    }
}
