package org.epiwrap.model.promise;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/**
 * Reads the promises of a model: what the manifest holds of them first, from which the sizes of their tensors follow, and
 * the tensors once these have been checked.
 */
public final class PromiseTensors {
    static final Column UNFAMILIAR = new Column("promises.unfamiliar-scores");
    static final Column AMBIGUOUS = new Column("promises.ambiguous-scores");
    static final Column QUANTILES = new Column("promises.set-quantiles");

    /** Numbers of 64 bits under a name. */
    record Column(String name) {
        void write(TensorFileWriter writer, Abstention.Limit limit) {
            write(writer, limit.calibration().scores());
        }

        void write(TensorFileWriter writer, double[] values) {
            writer.add(name, Shape.of(values.length), values);
        }

        /** Returns calibration scores, which must be finite and rising. */
        ConformalPValues scores(TensorFile file) throws IOException {
            double[] scores = file.doubles(name);
            for (int i = 0; i < scores.length; i++) {
                if (!Double.isFinite(scores[i]) || (i > 0 && scores[i] < scores[i - 1])) {
                    throw new StoreException(
                            file.path(),
                            "tensor " + name + " must hold finite numbers in rising order, but element " + i + " is "
                                    + scores[i]);
                }
            }
            return ConformalPValues.of(scores);
        }

        /** Returns quantiles, which must be numbers of at least 0, or infinite. */
        double[] quantiles(TensorFile file) throws IOException {
            double[] values = file.doubles(name);
            if (!Arrays.stream(values).allMatch(value -> value >= 0)) {
                throw new StoreException(file.path(), "tensor " + name + " must hold numbers >= 0, but does not");
            }
            return values;
        }
    }

    private final DataRecord basis;
    private final Optional<Fields> unfamiliar;
    private final Optional<Fields> ambiguous;
    private final Optional<Fields> sets;
    private final Map<String, TensorInfo> infos = new LinkedHashMap<>();

    private PromiseTensors(Fields fields, int classes) {
        basis = DataRecord.read(fields.object("rests-on"));
        unfamiliar = fields.optional("unfamiliar");
        ambiguous = fields.optional("ambiguous");
        sets = fields.optional("sets");
        fields.end();
        if (unfamiliar.isEmpty() && ambiguous.isEmpty() && sets.isEmpty()) {
            throw new IllegalArgumentException(fields.place() + " must hold a promise, but holds none");
        }
        unfamiliar.ifPresent(given -> infos.put(UNFAMILIAR.name, doubles(PromiseJson.scores(given))));
        ambiguous.ifPresent(given -> infos.put(AMBIGUOUS.name, doubles(PromiseJson.scores(given))));
        sets.ifPresent(given ->
                infos.put(QUANTILES.name, doubles(PromiseJson.setCoverage(given).byClass() ? classes : 1)));
    }

    private static TensorInfo doubles(long size) {
        return new TensorInfo(DataType.F64, Shape.of(size));
    }

    /** Reads what the manifest of a network with this number of classes holds of its promises. */
    public static PromiseTensors of(Fields fields, int classes) {
        return new PromiseTensors(fields, classes);
    }

    /** Returns the types and shapes of the tensors, by name. */
    public Map<String, TensorInfo> infos() {
        return new LinkedHashMap<>(infos);
    }

    /** Reads the promises from a file that has these tensors; what does not follow from its own numbers is refused. */
    public PromiseRecord read(TensorFile file) throws IOException {
        Optional<CalibratedPromises.FalseAlarm> falseAlarm = Optional.empty();
        if (unfamiliar.isPresent()) {
            falseAlarm = Optional.of(PromiseJson.falseAlarm(unfamiliar.get(), UNFAMILIAR.scores(file)));
        }
        Optional<CalibratedPromises.Decisions> decisions = Optional.empty();
        if (ambiguous.isPresent()) {
            decisions = Optional.of(PromiseJson.decisions(ambiguous.get(), AMBIGUOUS.scores(file)));
        }
        Optional<CalibratedPromises.Sets> conformal = Optional.empty();
        if (sets.isPresent()) {
            conformal = Optional.of(PromiseJson.sets(sets.get(), QUANTILES.quantiles(file)));
        }
        return new PromiseRecord(new CalibratedPromises(falseAlarm, decisions, conformal), basis);
    }
}
