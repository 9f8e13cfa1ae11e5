package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.architecture.Layer;

/** Writes a layer into a JSON object. */
final class LayerJson implements Layer.Visitor<ObjectNode, ObjectNode> {
    static final LayerJson WRITER = new LayerJson();

    private LayerJson() {}

    @Override
    public ObjectNode dense(Layer.Dense layer, ObjectNode node) {
        return node.put("type", "dense").put("outputs", layer.outputs());
    }

    @Override
    public ObjectNode convolution(Layer.Convolution layer, ObjectNode node) {
        return node.put("type", "convolution")
                .put("outputs", layer.outputs())
                .put("size", layer.size())
                .put("stride", layer.stride())
                .put("padding", layer.padding());
    }

    @Override
    public ObjectNode averagePool(Layer.AveragePool layer, ObjectNode node) {
        return node.put("type", "average-pool").put("size", layer.size());
    }

    @Override
    public ObjectNode maxPool(Layer.MaxPool layer, ObjectNode node) {
        return node.put("type", "max-pool").put("size", layer.size());
    }

    @Override
    public ObjectNode batchNorm(Layer.BatchNorm layer, ObjectNode node) {
        return node.put("type", "batch-norm");
    }

    @Override
    public ObjectNode nonlinearity(Layer.Nonlinearity layer, ObjectNode node) {
        return node.put("type", layer.activation().toString());
    }

    @Override
    public ObjectNode dropout(Layer.Dropout layer, ObjectNode node) {
        return node.put("type", "dropout").put("rate", layer.rate());
    }

    @Override
    public ObjectNode flatten(Layer.Flatten layer, ObjectNode node) {
        return node.put("type", "flatten");
    }

    @Override
    public ObjectNode residual(Layer.Residual layer, ObjectNode node) {
        node.put("type", "residual");
        node.set("body", ArchitectureJson.layers(layer.body()));
        node.set("shortcut", ArchitectureJson.layers(layer.shortcut()));
        return node;
    }
}
