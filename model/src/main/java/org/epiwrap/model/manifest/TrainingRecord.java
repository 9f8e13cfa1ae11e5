package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;

/**
 * How a Bayesian network was trained.
 *
 * @param preset the name of the choices the plan was made from
 * @param plan of the training
 * @param data it was trained on
 * @param start the trained network that it began with; empty if its first weights were random
 */
public record TrainingRecord(String preset, TrainingPlan plan, DataRecord data, Optional<Start> start) {
    private static final String AUGMENTATION = "augmentation";

    /**
     * A trained network that another training began with.
     *
     * @param sha256 of its numbers, see {@link Blocks#hash}
     * @param training how it was trained; empty where another library trained it
     */
    public record Start(String sha256, Optional<TrainingRecord> training) {
        /** Refuses control characters. */
        public Start {
            Texts.withoutControl("sha256", sha256);
        }

        private ObjectNode write() {
            ObjectNode node = JsonNodeFactory.instance.objectNode().put("sha256", sha256);
            training.ifPresent(record -> node.set("training", record.write()));
            return node;
        }

        private static Start read(Fields fields) {
            return fields.only(
                    f -> new Start(f.text("sha256"), f.optional("training").map(TrainingRecord::read)));
        }
    }

    /** Refuses control characters. */
    public TrainingRecord {
        Texts.withoutControl("preset", preset);
    }

    /** Creates the record of a training whose first weights were random. */
    public TrainingRecord(String preset, TrainingPlan plan, DataRecord data) {
        this(preset, plan, data, Optional.empty());
    }

    /** Returns the record of a training on images. */
    public static TrainingRecord of(String preset, TrainingPlan plan, Dataset data) {
        return new TrainingRecord(preset, plan, DataRecord.of(data));
    }

    /** Returns the record as JSON. */
    public ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("preset", preset)
                .put("epochs", plan.epochs())
                .put("warm-start", plan.warmStart())
                .put("batch-size", plan.batchSize())
                .put("kl-weight", plan.klWeight())
                .put("estimator", Texts.name(plan.estimator()));
        if (plan.patience() > 0) {
            node.put("patience", plan.patience());
        }
        if (plan.balanced()) {
            node.put("balanced", true);
        }
        write(plan.augmentation(), node);
        node.set("learning-rate", LearningRateJson.write(plan.learningRate()));
        node.set("data", data.write());
        start.ifPresent(network -> node.set("start", network.write()));
        return node;
    }

    /** Reads a record; a field that it does not have is refused. */
    public static TrainingRecord read(Fields fields) {
        return fields.only(f -> new TrainingRecord(
                f.text("preset"),
                new TrainingPlan(
                        f.integer("epochs"),
                        f.integer("warm-start"),
                        f.integer("batch-size"),
                        LearningRateJson.read(f.object("learning-rate")),
                        f.number("kl-weight"),
                        f.constant("estimator", Estimator.class),
                        f.optionalInteger("patience").orElse(0),
                        f.has("balanced") && f.flag("balanced"),
                        augmentation(f)),
                DataRecord.read(f.object("data")),
                f.optional("start").map(Start::read)));
    }

    /** Adds an augmentation to a record, unless images were taken as they are. */
    static void write(Augmentation augmentation, ObjectNode node) {
        if (!augmentation.isNone()) {
            node.put(AUGMENTATION, augmentation.toString());
        }
    }

    static Augmentation augmentation(Fields fields) {
        if (!fields.has(AUGMENTATION)) {
            return Augmentation.NONE;
        }
        String place = fields.place() + "." + AUGMENTATION;
        String text = Texts.withoutControl(place, fields.text(AUGMENTATION));
        try {
            return Augmentation.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + " " + e.getMessage(), e);
        }
    }
}
