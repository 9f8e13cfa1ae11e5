package org.epiwrap.model.calibration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/**
 * The distance of a layer's features in a file: two sizes in the manifest, the arrays as tensors of 64 bits.
 *
 * @param prefix of the names of its tensors
 * @param features the number of features of an example
 * @param components the number of principal components of the features
 * @param classes the number of classes that had training examples
 */
record DistanceTensors(String prefix, int features, int components, int classes) {
    private static final String MEAN = ".mean";
    private static final String DEVIATION = ".deviation";
    private static final String COMPONENTS = ".components";
    private static final String CLASS_MEANS = ".class-means";
    private static final String WHITENINGS = ".whitenings";

    /** Returns the tensors of a distance. */
    static DistanceTensors of(String prefix, FeatureDistance distance) {
        double[][] classMeans = distance.classMeans();
        return new DistanceTensors(prefix, distance.features(), classMeans[0].length, classMeans.length);
    }

    /** Reads the sizes from a manifest, for an example of so many features. */
    static DistanceTensors read(String prefix, Fields fields, int features, Architecture architecture) {
        return new DistanceTensors(
                prefix,
                features,
                Check.between(fields.place() + ".components", fields.integer("components"), 1, features),
                Check.between(fields.place() + ".classes", fields.integer("classes"), 1, architecture.classes()));
    }

    /** Adds the sizes to a manifest. */
    void write(ObjectNode node) {
        node.put("components", components).put("classes", classes);
    }

    /** Adds the arrays of the distance to a file. */
    void write(TensorFileWriter writer, FeatureDistance distance) {
        writer.add(prefix + MEAN, Shape.of(features), distance.mean());
        writer.add(prefix + DEVIATION, Shape.of(features), distance.deviation());
        writer.add(prefix + COMPONENTS, Shape.of(features, components), flat(distance.components()));
        writer.add(prefix + CLASS_MEANS, Shape.of(classes, components), flat(distance.classMeans()));
        double[][] matrices =
                Arrays.stream(distance.whitenings()).flatMap(Arrays::stream).toArray(double[][]::new);
        writer.add(prefix + WHITENINGS, Shape.of(classes, components, components), flat(matrices));
    }

    static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }

    /** Returns the types and shapes of the tensors, by name. */
    Map<String, TensorInfo> infos() {
        Map<String, TensorInfo> infos = new LinkedHashMap<>();
        infos.put(prefix + MEAN, doubles(features));
        infos.put(prefix + DEVIATION, doubles(features));
        infos.put(prefix + COMPONENTS, doubles(features, components));
        infos.put(prefix + CLASS_MEANS, doubles(classes, components));
        infos.put(prefix + WHITENINGS, doubles(classes, components, components));
        return infos;
    }

    static TensorInfo doubles(long... sizes) {
        return new TensorInfo(DataType.F64, Shape.of(sizes));
    }

    /** Reads the distance from a file that has these tensors. */
    FeatureDistance read(TensorFile file) throws IOException {
        double[][] matrices = rows(file.doubles(prefix + WHITENINGS), components);
        double[][][] whitenings = new double[classes][][];
        for (int k = 0; k < classes; k++) {
            whitenings[k] = Arrays.copyOfRange(matrices, k * components, (k + 1) * components);
        }
        return FeatureDistance.of(
                file.doubles(prefix + MEAN),
                file.doubles(prefix + DEVIATION),
                rows(file.doubles(prefix + COMPONENTS), components),
                rows(file.doubles(prefix + CLASS_MEANS), components),
                whitenings);
    }

    static double[][] rows(double[] flat, int length) {
        double[][] rows = new double[flat.length / length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(flat, i * length, (i + 1) * length);
        }
        return rows;
    }
}
