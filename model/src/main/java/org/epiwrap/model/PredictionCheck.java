package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.epiwrap.check.Check;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.model.manifest.Identity;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Verification;

/**
 * What a model predicts of a few made-up examples, stored with it. Whoever reads the model predicts them again, so that
 * software or a machine that computes anything else from the same numbers is noticed before it decides.
 *
 * <p>Sums are rounded differently by other processors and with other numbers of threads, the more so the larger the
 * logits are; {@link CheckedOutput} has the tolerances. What is not finite is not stored.
 */
final class PredictionCheck {
    private static final String FIELD = "check";
    private static final String INPUTS = "check.inputs";
    private static final int MAX_PROBES = 4;
    private static final long SEED = 4;

    /** All activations of the probes together; a file that reads quickly must not describe a pass that never ends. */
    private static final long MAX_ACTIVATIONS = 16_000_000;

    private final int probes;
    private final List<CheckedOutput> outputs;

    private PredictionCheck(int probes, List<CheckedOutput> outputs) {
        this.probes = probes;
        this.outputs = outputs;
    }

    /** What is computed when a model is written. */
    record Computed(List<float[]> inputs, Map<CheckedOutput, double[]> outputs) {

        /** Adds which tensors there are to a manifest. */
        void write(ObjectNode manifest) {
            ObjectNode check = manifest.putObject(FIELD).put("probes", inputs.size());
            ArrayNode names = check.putArray("outputs");
            outputs.keySet().forEach(output -> names.add(output.field()));
        }

        /** Adds the tensors to a file. */
        void write(TensorFileWriter writer, Predictor model) {
            int size = model.input().rawSize();
            float[] numbers = new float[inputs.size() * size];
            for (int i = 0; i < inputs.size(); i++) {
                System.arraycopy(inputs.get(i), 0, numbers, i * size, size);
            }
            writer.add(INPUTS, Shape.of(inputs.size(), size), numbers);
            int classes = model.classNames().size();
            outputs.forEach((output, values) ->
                    writer.add(output.tensor(), Shape.of(inputs.size(), output.width(classes)), values));
        }
    }

    /**
     * Predicts the probes of a model.
     *
     * @param predictors those that come first compute more; the first whose predictions are finite is taken
     */
    static Computed of(StoredModel model, List<? extends Predictor> predictors) {
        int count = (int) Math.min(
                MAX_PROBES, MAX_ACTIVATIONS / Math.max(1, model.architecture().activations()));
        float[][] inputs = model.input().probes(count, SEED);
        for (Predictor predictor : count == 0 ? List.<Predictor>of() : predictors) {
            try {
                Map<CheckedOutput, double[]> outputs = CheckedOutput.of(predictor.predict(inputs));
                if (outputs.values().stream().flatMapToDouble(Arrays::stream).allMatch(Double::isFinite)) {
                    return new Computed(List.of(inputs), outputs);
                }
            } catch (IntervalOverflowException e) {
                // The next computes less.
            }
        }
        return new Computed(List.of(inputs), Map.of());
    }

    /** Reads which tensors the manifest of a file announces; a file without hashes has none. */
    static Optional<PredictionCheck> read(TensorFile file, Fields manifest, Identity identity) {
        if (file.verification() == Verification.UNVERIFIED) {
            return Optional.empty();
        }
        Fields check = manifest.object(FIELD);
        int probes = Check.between(check.place() + ".probes", check.integer("probes"), 0, MAX_PROBES);
        List<CheckedOutput> outputs = new ArrayList<>();
        for (String name : check.texts("outputs")) {
            outputs.add(CheckedOutput.of(check.place() + ".outputs", name, outputs));
        }
        check.end();
        if (!outputs.isEmpty() && (probes == 0 || identity.architecture().activations() > MAX_ACTIVATIONS / probes)) {
            throw new IllegalArgumentException(check.place() + ".probes must be from 1 to "
                    + MAX_ACTIVATIONS / Math.max(1, identity.architecture().activations())
                    + " for outputs of a network of this size, but is " + probes);
        }
        return Optional.of(new PredictionCheck(probes, outputs));
    }

    /** Returns the types and shapes of the tensors, by name. */
    Map<String, TensorInfo> infos(Identity identity) {
        Map<String, TensorInfo> infos = new LinkedHashMap<>();
        int size = identity.input().rawSize();
        int classes = identity.architecture().classes();
        infos.put(INPUTS, new TensorInfo(DataType.F32, Shape.of(probes, size)));
        for (CheckedOutput output : outputs) {
            infos.put(output.tensor(), new TensorInfo(DataType.F64, Shape.of(probes, output.width(classes))));
        }
        return infos;
    }

    /** Returns a model that was read if it gives the predictions stored in its file, if any; closes it otherwise. */
    static <M extends StoredModel> M verified(
            M model, TensorFile file, Optional<PredictionCheck> check, Function<M, Predictor> predictor)
            throws IOException {
        try {
            if (check.isPresent()) {
                check.get().verify(file, List.of(predictor.apply(model)));
            }
            return model;
        } catch (IOException | RuntimeException e) {
            model.close();
            throw e;
        }
    }

    /** Predicts the probes of a file again, by the predictor of all its outputs, and refuses other predictions. */
    void verify(TensorFile file, List<? extends Predictor> predictors) throws IOException {
        float[] numbers = file.floats(INPUTS);
        if (outputs.isEmpty()) {
            return;
        }
        int size = numbers.length / probes;
        float[][] inputs = new float[probes][];
        Arrays.setAll(inputs, i -> Arrays.copyOfRange(numbers, i * size, (i + 1) * size));
        Predictions predictions = predict(file, predictors, inputs);
        Map<CheckedOutput, double[]> computed = CheckedOutput.of(predictions);
        if (!computed.keySet().equals(Set.copyOf(outputs))) {
            throw new StoreException(
                    file.path(),
                    "the outputs in manifest.check must be " + fields(computed.keySet()) + ", but are "
                            + fields(outputs));
        }
        for (Map.Entry<CheckedOutput, double[]> each : computed.entrySet()) {
            compare(file, predictions, each.getKey(), each.getValue());
        }
    }

    private void compare(TensorFile file, Predictions predictions, CheckedOutput output, double[] computed)
            throws IOException {
        double[] stored = file.doubles(output.tensor());
        int width = stored.length / probes;
        for (int i = 0; i < stored.length; i++) {
            int probe = i / width;
            // Positively, so that what is not a number is refused.
            if (!(Math.abs(stored[i] - computed[i]) <= output.tolerance(predictions, probe))) {
                throw new StoreException(
                        file.path(),
                        String.format(
                                Locale.ROOT,
                                "it does not give the predictions stored with it (probe %d, %s: %.6g stored, %.6g"
                                        + " computed)",
                                probe,
                                output.describe(i % width),
                                stored[i],
                                computed[i]));
            }
        }
    }

    private Predictions predict(TensorFile file, List<? extends Predictor> predictors, float[][] inputs)
            throws StoreException {
        // What was too large for the first predictor was computed by the last.
        boolean all = outputs.size() > 1 || predictors.size() == 1;
        try {
            return predictors.get(all ? 0 : predictors.size() - 1).predict(inputs);
        } catch (IntervalOverflowException e) {
            throw new StoreException(
                    file.path(), "it does not give the predictions stored with it: " + e.getMessage(), e);
        }
    }

    private static List<String> fields(Collection<CheckedOutput> outputs) {
        return outputs.stream().map(CheckedOutput::field).toList();
    }
}
