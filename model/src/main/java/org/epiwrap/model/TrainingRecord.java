package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.LearningRate;
import org.epiwrap.network.TrainingPlan;

/**
 * What a network was trained with.
 *
 * @param preset the name of the choices the plan was made from
 * @param sha256 of the images and labels, see {@link Dataset#contentHash}
 */
public record TrainingRecord(String preset, TrainingPlan plan, String dataName, int images, String sha256) {

    public TrainingRecord {
        Check.atLeast("images", images, 1);
    }

    public static TrainingRecord of(String preset, TrainingPlan plan, Dataset data) {
        return new TrainingRecord(preset, plan, data.name(), data.size(), data.contentHash());
    }

    ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("preset", preset)
                .put("epochs", plan.epochs())
                .put("warm-start", plan.warmStart())
                .put("batch-size", plan.batchSize())
                .put("kl-weight", plan.klWeight())
                .put("estimator", Names.of(plan.estimator()));
        node.putObject("learning-rate")
                .put("peak", plan.learningRate().peak())
                .put("warm-up", plan.learningRate().warmUp())
                .put("end", plan.learningRate().end());
        node.putObject("data").put("name", dataName).put("images", images).put("sha256", sha256);
        return node;
    }

    static TrainingRecord read(Fields fields) {
        Fields rate = fields.object("learning-rate");
        LearningRate learningRate = new LearningRate(rate.number("peak"), rate.number("warm-up"), rate.number("end"));
        rate.end();
        TrainingPlan plan = new TrainingPlan(
                fields.integer("epochs"),
                fields.integer("warm-start"),
                fields.integer("batch-size"),
                learningRate,
                fields.number("kl-weight"),
                fields.constant("estimator", Estimator.class));
        Fields data = fields.object("data");
        TrainingRecord result = new TrainingRecord(
                fields.text("preset"), plan, data.text("name"), data.integer("images"), data.text("sha256"));
        data.end();
        fields.end();
        return result;
    }
}
