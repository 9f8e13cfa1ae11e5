package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.pass.Averaging;

/**
 * How an interval network was fine-tuned.
 *
 * @param plan of the fine-tuning
 * @param data it was fine-tuned on
 */
public record TuningRecord(TuningPlan plan, DataRecord data) {

    /** Returns the record of a fine-tuning on images. */
    public static TuningRecord of(TuningPlan plan, Dataset data) {
        return new TuningRecord(plan, DataRecord.of(data));
    }

    /** Returns the record of a fine-tuning on examples as an input takes them. */
    public static TuningRecord of(TuningPlan plan, Dataset data, Input input) {
        return new TuningRecord(plan, DataRecord.of(data, input, Optional.empty()));
    }

    /** Returns the record as JSON. */
    public ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("epochs", plan.epochs())
                .put("batch-size", plan.batchSize())
                .put("bounds", Texts.name(plan.rule()))
                .put("averaging", Texts.name(plan.averaging()));
        plan.seed().ifPresent(seed -> node.put("seed", seed));
        TrainingRecord.write(plan.augmentation(), node);
        node.set("learning-rate", LearningRateJson.write(plan.learningRate()));
        node.set("data", data.write());
        return node;
    }

    /** Reads a record; a field that it does not have is refused. */
    public static TuningRecord read(Fields fields) {
        return fields.only(f -> new TuningRecord(
                new TuningPlan(
                        f.integer("epochs"),
                        f.integer("batch-size"),
                        LearningRateJson.read(f.object("learning-rate")),
                        f.constant("bounds", BoundsRule.class),
                        f.constant("averaging", Averaging.class),
                        f.has("seed") ? Optional.of(f.whole("seed")) : Optional.empty(),
                        TrainingRecord.augmentation(f)),
                DataRecord.read(f.object("data"))));
    }
}
