package org.epiwrap.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.model.EpistemicModel;

/** What ONNX Runtime makes of examples, by the names of the outputs, and the metadata of the graph. */
record OnnxRun(Map<String, Object> outputs, Map<String, String> metadata) {

    static OnnxRun of(Path file, EpistemicModel model, Dataset examples) throws Exception {
        int size = model.architecture().input().size();
        float[] numbers = new float[examples.size() * size];
        for (int i = 0; i < examples.size(); i++) {
            model.input().encoder(examples).encode(i, numbers, size * i);
        }
        return of(file, model.architecture().input(), numbers);
    }

    static OnnxRun of(Path file, Volume shape, float[] numbers) throws Exception {
        long[] sizes = {numbers.length / shape.size(), shape.channels(), shape.height(), shape.width()};
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession session = environment.createSession(file.toString());
                OnnxTensor input = OnnxTensor.createTensor(environment, FloatBuffer.wrap(numbers), sizes);
                OrtSession.Result result = session.run(Map.of("images", input))) {
            Map<String, Object> outputs = new HashMap<>();
            for (String name : session.getOutputNames()) {
                outputs.put(name, result.get(name).orElseThrow().getValue());
            }
            return new OnnxRun(outputs, session.getMetadata().getCustomMetadata());
        }
    }

    private Object output(String name) {
        return Objects.requireNonNull(outputs.get(name), name);
    }

    double[] doubles(String name) {
        return (double[]) output(name);
    }

    long[] integers(OnnxExport.Port port) {
        return (long[]) output(port.text());
    }

    long[][] classes(OnnxExport.Port port) {
        return (long[][]) output(port.text());
    }
}
