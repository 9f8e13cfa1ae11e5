package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.data.input.Input;
import org.epiwrap.prediction.ClassNames;

/**
 * What is known of a model besides its weights.
 *
 * @param input how examples become what the network receives
 * @param classNames from class 0 on
 * @param training empty where another library trained it
 * @param origin where it was imported from, if it was
 * @param metrics by name, such as accuracies
 * @param versions of the software that wrote it, by name
 */
public record ModelCard(
        Input input,
        List<String> classNames,
        Optional<TrainingRecord> training,
        Optional<ImportRecord> origin,
        Map<String, Double> metrics,
        Map<String, String> versions) {

    /** Refuses control characters and metrics that are not finite. */
    public ModelCard {
        classNames = List.copyOf(classNames);
        classNames.forEach(name -> Texts.withoutControl("the name of a class", name));
        metrics.keySet().forEach(name -> Texts.withoutControl("the name of a metric", name));
        metrics.forEach((name, value) -> Check.finite("metric " + name, value));
        versions.forEach((name, version) -> Texts.withoutControl("a version", name + version));
        metrics = Map.copyOf(new TreeMap<>(metrics));
        versions = Map.copyOf(new TreeMap<>(versions));
    }

    /** Returns the card of a network that was trained by this version. */
    public static ModelCard of(
            Input input, List<String> classNames, TrainingRecord training, Map<String, Double> metrics) {
        return new ModelCard(input, classNames, Optional.of(training), Optional.empty(), metrics, Versions.all());
    }

    /** Returns the card of an imported network, of which nothing was measured yet. */
    public static ModelCard of(Input input, List<String> classNames, ImportRecord origin) {
        return new ModelCard(input, classNames, Optional.empty(), Optional.of(origin), Map.of(), Versions.all());
    }

    /** Returns the card of what this version made of the same network, with metrics of that. */
    public ModelCard with(Map<String, Double> newMetrics) {
        return new ModelCard(input, classNames, training, origin, newMetrics, Versions.all());
    }

    /** Returns an input as manifests hold it, as JSON. */
    public static String schema(Input input) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        InputJson.write(node, input);
        return node.toString();
    }

    /**
     * Reads an input as {@link #schema} writes it; throws {@link IllegalArgumentException} if it is not valid, or does not
     * give what an architecture takes.
     */
    public static Input input(JsonNode schema, Architecture architecture) {
        return Fields.of("schema", schema).only(fields -> InputJson.read(fields, architecture));
    }

    /** Returns the names of the classes. */
    public ClassNames names() {
        return new ClassNames(classNames);
    }

    /** Adds the card to a manifest. */
    public void write(ObjectNode manifest) {
        classNames.forEach(manifest.putArray("classes")::add);
        training.ifPresent(record -> manifest.set("training", record.write()));
        origin.ifPresent(record -> manifest.set("import", record.write()));
        ObjectNode metricFields = manifest.putObject("metrics");
        new TreeMap<>(metrics).forEach(metricFields::put);
        ObjectNode versionFields = manifest.putObject("versions");
        new TreeMap<>(versions).forEach(versionFields::put);
    }

    /** Reads the card from a manifest. */
    public static ModelCard read(Fields fields, Identity identity) {
        Check.between("the number of runs in a model", identity.seeds().runs(), 1, 1);
        List<String> classNames = fields.texts("classes");
        Check.sameLength(
                "manifest.classes",
                classNames.size(),
                "the network's outputs",
                identity.architecture().classes());
        Optional<TrainingRecord> training = fields.optional("training").map(TrainingRecord::read);
        Optional<ImportRecord> origin = fields.optional("import").map(ImportRecord::read);
        Fields metricFields = fields.object("metrics");
        Map<String, Double> metrics = new TreeMap<>();
        metricFields.names().forEach(name -> metrics.put(name, metricFields.number(name)));
        Fields versionFields = fields.object("versions");
        Map<String, String> versions = new TreeMap<>();
        versionFields.names().forEach(name -> versions.put(name, versionFields.text(name)));
        return new ModelCard(identity.input(), classNames, training, origin, metrics, versions);
    }
}
