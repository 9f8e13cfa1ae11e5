package org.epiwrap.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;
import org.epiwrap.experiments.measurement.Classifier;
import org.epiwrap.experiments.measurement.Key;

/**
 * Classifiers of scikit-learn, run by a Python script of this package on the very rows that networks are trained and tested
 * on: an MLP with 64 hidden units, and 200 random trees.
 */
final class ScikitLearn {
    /** How to get it, for those who have not. */
    static final String INSTALLATION = "'apt-get install python3-sklearn' or 'pip install scikit-learn' installs it";

    private static final int EPOCHS = 150;
    private static final String SCRIPT = "scikit_learn.py";

    private final String python;

    /** Makes one that is run by a program, which must take what Python takes. */
    ScikitLearn(String python) {
        this.python = python;
    }

    /** Returns the one of this machine, if there is one: a Python by the path, or the system's own, must know it. */
    static Optional<ScikitLearn> find() {
        return Stream.of("python3", "/usr/bin/python3")
                .filter(ScikitLearn::isKnownTo)
                .findFirst()
                .map(ScikitLearn::new);
    }

    private static boolean isKnownTo(String python) {
        try {
            return run(List.of(python, "-c", "import numpy, sklearn")).code() == 0;
        } catch (IOException e) {
            // There is no such program.
            return false;
        }
    }

    /** Returns the accuracy of each classifier on the test part, trained on the training part. */
    Map<Classifier, Double> accuracies(Split split, long seed, int maxEpochs) throws IOException {
        Path folder = Files.createTempDirectory("epiwrap-scikit-learn");
        List<Path> files = List.of(folder.resolve(SCRIPT), folder.resolve("train.csv"), folder.resolve("test.csv"));
        try {
            try (InputStream script = ScikitLearn.class.getResourceAsStream(SCRIPT)) {
                Files.copy(Objects.requireNonNull(script, SCRIPT), files.get(0));
            }
            write(split.train(), files.get(1));
            write(split.test(), files.get(2));
            List<String> command = new ArrayList<>(List.of(python));
            files.forEach(file -> command.add(file.toString()));
            command.add(String.valueOf(seed));
            command.add(String.valueOf(Math.min(EPOCHS, maxEpochs)));
            Result result = run(command);
            if (result.code() != 0) {
                throw new IOException(
                        "scikit-learn has failed: " + result.output().strip());
            }
            JsonNode json = new ObjectMapper().readTree(result.output());
            Map<Classifier, Double> accuracies = new EnumMap<>(Classifier.class);
            for (Classifier classifier : Classifier.values()) {
                accuracies.put(classifier, json.required(Key.words(classifier)).asDouble());
            }
            return accuracies;
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.delete(folder);
        }
    }

    /** Writes raw cells: what is a number, a category or missing is the only thing that is decided before. */
    private static void write(Dataset data, Path file) throws IOException {
        List<Column> columns = data.columns();
        float[] cells = new float[columns.size()];
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (Column column : columns) {
                writer.write(column instanceof Column.Numeric ? "number," : "category,");
            }
            writer.write("label\n");
            for (int row = 0; row < data.size(); row++) {
                data.cells(row, cells, 0);
                for (float cell : cells) {
                    writer.write(Float.isNaN(cell) ? "," : cell + ",");
                }
                writer.write(data.label(row) + "\n");
            }
        }
    }

    private record Result(int code, String output) {}

    private static Result run(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // One thread, like the networks beside it.
        builder.environment().put("OMP_NUM_THREADS", "1");
        builder.environment().put("OPENBLAS_NUM_THREADS", "1");
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("scikit-learn was interrupted", e);
        } finally {
            process.destroy();
        }
    }
}
