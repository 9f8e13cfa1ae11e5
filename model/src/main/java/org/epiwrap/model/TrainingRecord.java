package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.data.Dataset;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;

/**
 * What a network was trained with.
 *
 * @param preset the name of the choices the plan was made from
 */
public record TrainingRecord(String preset, TrainingPlan plan, DataRecord data) {

    public TrainingRecord {
        Texts.visible("preset", preset);
    }

    public static TrainingRecord of(String preset, TrainingPlan plan, Dataset data) {
        return new TrainingRecord(preset, plan, DataRecord.of(data));
    }

    ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("preset", preset)
                .put("epochs", plan.epochs())
                .put("warm-start", plan.warmStart())
                .put("batch-size", plan.batchSize())
                .put("kl-weight", plan.klWeight())
                .put("estimator", Names.of(plan.estimator()));
        node.set("learning-rate", LearningRateJson.write(plan.learningRate()));
        node.set("data", data.write());
        return node;
    }

    static TrainingRecord read(Fields fields) {
        TrainingPlan plan = new TrainingPlan(
                fields.integer("epochs"),
                fields.integer("warm-start"),
                fields.integer("batch-size"),
                LearningRateJson.read(fields.object("learning-rate")),
                fields.number("kl-weight"),
                fields.constant("estimator", Estimator.class));
        TrainingRecord result = new TrainingRecord(fields.text("preset"), plan, DataRecord.read(fields.object("data")));
        fields.end();
        return result;
    }
}
