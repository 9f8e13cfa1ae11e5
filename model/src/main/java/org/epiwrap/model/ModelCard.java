package org.epiwrap.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.data.Normalisation;

/**
 * What a model's file says of it besides its weights.
 *
 * @param normalisation of the images that go in
 * @param training empty where others have trained it
 * @param metrics by name, such as accuracies
 * @param versions of the software that wrote it, by name
 */
public record ModelCard(
        Normalisation normalisation,
        List<String> classNames,
        Optional<TrainingRecord> training,
        Map<String, Double> metrics,
        Map<String, String> versions) {

    public ModelCard {
        classNames = List.copyOf(classNames);
        metrics = Map.copyOf(new TreeMap<>(metrics));
        versions = Map.copyOf(new TreeMap<>(versions));
    }

    /** Written by this version. */
    public static ModelCard of(
            Normalisation normalisation,
            List<String> classNames,
            TrainingRecord training,
            Map<String, Double> metrics) {
        return new ModelCard(normalisation, classNames, Optional.of(training), metrics, Versions.all());
    }
}
