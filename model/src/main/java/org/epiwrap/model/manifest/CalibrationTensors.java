package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.ShaferDiscount;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/**
 * The calibration of epistemic scores in a file: a few numbers in the manifest, the arrays of the distance as tensors.
 *
 * @param features the number of features of an example
 * @param components the number of principal components of the features
 * @param classes the number of classes that had training examples
 * @param discount of an example by its distance
 * @param scale of the decision radii
 */
public record CalibrationTensors(int features, int components, int classes, ShaferDiscount discount, double scale) {

    private static final String MEAN = "calibration.mean";
    private static final String DEVIATION = "calibration.deviation";
    private static final String COMPONENTS = "calibration.components";
    private static final String CLASS_MEANS = "calibration.class-means";
    private static final String WHITENINGS = "calibration.whitenings";

    /** Returns what the manifest holds of a calibration. */
    public static ObjectNode manifest(EpistemicCalibration calibration) {
        double[][] classMeans = calibration.distance().classMeans();
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("components", classMeans[0].length)
                .put("classes", classMeans.length)
                .put("scale", calibration.scale());
        node.putObject("discount")
                .put("mean", calibration.discount().mean())
                .put("deviation", calibration.discount().deviation());
        return node;
    }

    /** Adds the arrays of a distance to a file. */
    public static void write(TensorFileWriter writer, FeatureDistance distance) {
        long features = distance.features();
        double[][] classMeans = distance.classMeans();
        long classes = classMeans.length;
        long components = classMeans[0].length;
        writer.add(MEAN, Shape.of(features), distance.mean());
        writer.add(DEVIATION, Shape.of(features), distance.deviation());
        writer.add(COMPONENTS, Shape.of(features, components), flat(distance.components()));
        writer.add(CLASS_MEANS, Shape.of(classes, components), flat(classMeans));
        double[][] matrices =
                Arrays.stream(distance.whitenings()).flatMap(Arrays::stream).toArray(double[][]::new);
        writer.add(WHITENINGS, Shape.of(classes, components, components), flat(matrices));
    }

    private static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }

    /** Reads what the manifest of a network with this architecture holds of its calibration. */
    public static CalibrationTensors of(Fields fields, Architecture architecture) {
        int features = EpistemicScorer.features(architecture);
        Fields discount = fields.object("discount");
        CalibrationTensors result = new CalibrationTensors(
                features,
                Check.between("manifest.calibration.components", fields.integer("components"), 1, features),
                Check.between("manifest.calibration.classes", fields.integer("classes"), 1, architecture.classes()),
                new ShaferDiscount(discount.number("mean"), discount.number("deviation")),
                Check.positive("manifest.calibration.scale", fields.number("scale")));
        discount.end();
        fields.end();
        return result;
    }

    /** Returns the types and shapes of the tensors, by name. */
    public Map<String, TensorInfo> infos() {
        Map<String, TensorInfo> infos = new LinkedHashMap<>();
        infos.put(MEAN, doubles(features));
        infos.put(DEVIATION, doubles(features));
        infos.put(COMPONENTS, doubles(features, components));
        infos.put(CLASS_MEANS, doubles(classes, components));
        infos.put(WHITENINGS, doubles(classes, components, components));
        return infos;
    }

    private static TensorInfo doubles(long... sizes) {
        return new TensorInfo(DataType.F64, Shape.of(sizes));
    }

    /** Reads the calibration from a file that has these tensors. */
    public EpistemicCalibration read(TensorFile file) throws IOException {
        double[][] matrices = rows(file.doubles(WHITENINGS), components);
        double[][][] whitenings = new double[classes][][];
        for (int k = 0; k < classes; k++) {
            whitenings[k] = Arrays.copyOfRange(matrices, k * components, (k + 1) * components);
        }
        FeatureDistance distance = FeatureDistance.of(
                file.doubles(MEAN),
                file.doubles(DEVIATION),
                rows(file.doubles(COMPONENTS), components),
                rows(file.doubles(CLASS_MEANS), components),
                whitenings);
        return new EpistemicCalibration(distance, discount, scale);
    }

    private static double[][] rows(double[] flat, int length) {
        double[][] rows = new double[flat.length / length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(flat, i * length, (i + 1) * length);
        }
        return rows;
    }
}
