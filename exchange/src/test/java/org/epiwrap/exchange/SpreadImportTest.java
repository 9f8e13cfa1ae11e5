package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.exchange.ImportChecks.TOLERANCE;
import static org.epiwrap.exchange.ImportChecks.assertSigmas;
import static org.epiwrap.exchange.ImportChecks.check;
import static org.epiwrap.exchange.ImportChecks.checkMeans;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.ImportChecks.toDoubles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the numbers that libraries keep become standard deviations, and what of it the report says. */
class SpreadImportTest {
    @TempDir
    private Path folder;

    @Test
    void plainWeightsTakeAGivenSigma() throws IOException {
        assertThatThrownBy(() -> NetworkImporter.read(Fixtures.file("points.npz"), options()))
                .hasMessageContaining("its weights have no spreads");
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("points.npz"), options().withSigma(0.07))) {
            assertThat(imported.network().bias()).isEqualTo(Bias.POINT);
            checkMeans(imported.network());
            assertSigmas(imported.network(), 0.07, 0.07, 0.07);
        }
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("points.npz"), options().withSigma(0.01, 0.02, 0))) {
            assertSigmas(imported.network(), 0.01, 0.02, 1e-8);
        }
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("points_with_sigma.npz"), options())) {
            assertThat(imported.report().convention()).isEqualTo("points");
            assertSigmas(imported.network(), 0.1, 0.2, 0.3);
        }
    }

    @Test
    void aRuleOfTheSpreadCanBeGiven() throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("tyxe.npz"), options())) {
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.contains("a guide with max_guide_scale keeps it as sigmoid:MAX"));
        }
        try (ImportedNetwork imported = NetworkImporter.read(
                Fixtures.file("tyxe_bounded.npz"), options().with(SpreadRule.parse("sigmoid:0.25")))) {
            assertThat(imported.report().convention()).isEqualTo("tyxe");
            assertThat(imported.report().notes()).noneMatch(note -> note.contains("max_guide_scale"));
            check(imported.network(), Fixtures.mlp());
        }
        // Pyro as it was: the same file with logarithms.
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("pyro.npz"), options().with(SpreadRule.parse("exp")))) {
            double rho = Math.log(Math.expm1(0.05 + 0.04 * Math.cos(1)));
            assertThat((double) imported.network().deviations(0)[0]).isEqualTo(Math.exp(rho), offset(TOLERANCE));
            assertThat(imported.report().mapped().get("dense0.kernel")).contains("sigma = exp(x) with x = ");
        }
        assertThatThrownBy(() -> NetworkImporter.read(
                        Fixtures.file("draws.npz"), options().with(SpreadRule.EXP)))
                .hasMessageContaining("but the convention draws has none");
    }

    @Test
    void theReportSaysWhichSpreadWasChosen() throws IOException {
        for (String[] each : new String[][] {
            {"torch_uncertainty.npz", "softplus(x) (weight_sampler.rho is there, hence x is a rho)"},
            {"torch_uncertainty_negative.npz", "softplus(x) (some are below 0, hence x is a rho)"},
        }) {
            try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(each[0]), options())) {
                assertThat(imported.report().mapped().get("dense0.kernel")).contains("sigma = " + each[1]);
            }
        }
    }

    @Test
    void fortunasSpreadNeedsItsBase() throws IOException {
        Path file = folder.resolve("a.npz");
        ImportOptions known = options().with(ArchitectureInference.dense(Volume.features(1), 1));
        NumpyFileWriter writer = NumpyFileWriter.create()
                .add("mean", Shape.of(2), new double[] {1, 2})
                .add("log_std", Shape.of(2), new double[] {0, 1});
        writer.writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, known))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("there must be a number log_std_base beside log_std")
                .hasMessageContaining("log_std_base=prob_model.posterior.posterior_approximator.log_std_base");
        writer.add("log_std_base", Shape.scalar(), new double[] {-2.3}).writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
            // Biases come first in the file, and last here.
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {Math.exp(-1.3), Math.exp(-2.3)}, offset(TOLERANCE));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kernel_posterior_loc, kernel_posterior_untransformed_scale, 1.1920928955078125e-7",
        "kernel/mean, kernel/stddev, 1e-7",
    })
    void whatIsAddedToAScaleShowsWhereItIsSmall(String mean, String spread, double epsilon) throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add(mean, Shape.of(1, 1), new float[] {1})
                .add(spread, Shape.of(1, 1), new float[] {-20})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat((double) imported.network().deviations(0)[0])
                    .isEqualTo(epsilon + Math.log1p(Math.exp(-20)), offset(1e-11));
        }
    }

    @Test
    void anEdwardOfOtherConstraintsIsDoubted() throws IOException {
        Path file = folder.resolve("a.npz");
        for (float stddev : new float[] {0.05f, -3}) {
            NumpyFileWriter.create()
                    .add("kernel/mean", Shape.of(1, 1), new float[] {1})
                    .add("kernel/stddev", Shape.of(1, 1), new float[] {stddev})
                    .writeNpz(file);
            try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
                assertThat(imported.report().notes())
                        .anyMatch(note -> note.contains("the stddev_constraint 'exp' or 'positive'"));
                assertThat(imported.report().notes().stream().anyMatch(note -> note.startsWith("DOUBTFUL")))
                        .isEqualTo(stddev > 0);
            }
        }
        NumpyFileWriter.create()
                .add("kernel/mean", Shape.of(1, 1), new float[] {1})
                .add("kernel/stddev", Shape.of(1, 1), new float[] {0.05f})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(SpreadRule.STANDARD_DEVIATION))) {
            assertThat((double) imported.network().deviations(0)[0]).isEqualTo(0.05, offset(TOLERANCE));
            assertThat(imported.report().notes()).noneMatch(note -> note.startsWith("DOUBTFUL"));
        }
    }

    @Test
    void aVectorOfSpreadsFollowsTheFile() throws IOException {
        double[] hess = IntStream.rangeClosed(1, 10).mapToDouble(i -> i).toArray();
        NumpyFileWriter writer = NumpyFileWriter.create()
                // By its name the second would come first.
                .add("hidden.bias", Shape.of(1), new float[] {0})
                .add("hidden.weight", Shape.of(1, 2), new float[] {1, 2})
                .add("bn.weight", Shape.of(1), new float[] {3})
                .add("bn.bias", Shape.of(1), new float[] {4})
                .add("bn.running_mean", Shape.of(1), new float[] {5})
                .add("bn.running_var", Shape.of(1), new float[] {6})
                .add("classes.weight", Shape.of(3, 1), new float[] {7, 8, 9})
                .add("classes.bias", Shape.of(3), new float[3])
                .add("ess", Shape.scalar(), new double[] {1})
                .add("weight_decay", Shape.scalar(), new double[] {0})
                .add("hess", Shape.of(10), Arrays.copyOf(hess, 11 - 1));
        Path file = folder.resolve("ivon.npz");
        writer.writeNpz(file);
        Architecture known = new Architecture(
                Volume.features(2),
                List.of(new Layer.Dense(1), new Layer.BatchNorm(), new Layer.Relu(), new Layer.Dense(3)));
        assertThatThrownBy(() -> NetworkImporter.read(file, options().with(known)))
                .hasMessageContaining("array hess must have a number for each of the 11 weights and biases");
        NumpyFileWriter whole = NumpyFileWriter.create();
        try (ArrayFile arrays = ArrayFiles.open(file)) {
            for (String name : arrays.names()) {
                if (!name.equals("hess")) {
                    whole.add(name, arrays.info(name).shape(), arrays.doubles(name));
                }
            }
        }
        whole.add(
                "hess",
                Shape.of(11),
                IntStream.rangeClosed(1, 11).mapToDouble(i -> 1.0 / (i * i)).toArray());
        whole.writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(known))) {
            // Bias 1, weights 2 and 3, norm 4 and 5, weights 6 to 8, biases 9 to 11.
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {2, 3, 1, 6, 7, 8, 9, 10, 11}, offset(1e-5));
            assertThat(imported.report().notes()).anyMatch(note -> note.contains("batch norms are not used"));
        }
        Path unordered = folder.resolve("arrays");
        whole.writeFolder(unordered);
        assertThatThrownBy(() -> NetworkImporter.read(unordered, options().with(known)))
                .hasMessageContaining("which this kind of file does not keep: an npz file does");
    }

    @Test
    void sigmasThatAModelCannotHoldAreReported() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(2, 1), new float[2])
                .add("kernel_auto_scale", Shape.of(2, 1), new float[] {1e-9f, 1})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().notes())
                    .contains("1 of 2 weights and biases have a sigma below 1.0E-8, points among them; a Bayesian"
                            + " model has 1.0E-8 for these, the least that it can hold");
        }
    }

    @Test
    void aSpreadThatGivesNoDeviationIsRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc.weight_mu", Shape.of(1, 1), new float[] {1})
                .add("fc.weight_sigma", Shape.of(1, 1), new float[] {0.5f})
                .writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            // Nothing shows that it is a rho.
            assertThat((double) imported.network().deviations(0)[0]).isEqualTo(0.5, offset(TOLERANCE));
        }
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(1, 1), new float[] {1})
                .add("kernel_auto_scale", Shape.of(1, 1), new float[] {-1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("array kernel_auto_scale must give standard deviations of at least 0 by x, but"
                        + " element 0 gives -1.0");
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(1, 1), new float[] {Float.NaN})
                .add("kernel_auto_scale", Shape.of(1, 1), new float[] {1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("array kernel_auto_loc must hold finite numbers, but element 0 is NaN");
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(1, 1), new double[] {1e300})
                .add("kernel_auto_scale", Shape.of(1, 1), new float[] {1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("must be in the range of float");
    }

    @Test
    void drawsMustBeAsManyEverywhere() throws IOException {
        Path file = folder.resolve("a.npz");
        NumpyFileWriter.create()
                .add("fc1.weight", Shape.of(2, 1, 1), new float[] {1, 2})
                .add("fc1.bias", Shape.of(2, 1), new float[] {1, 2})
                .add("fc2.weight", Shape.of(3, 1, 1), new float[] {1, 2, 3})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("every array must hold as many draws, but they hold [2, 3]");
        NumpyFileWriter.create()
                .add("a.weight", Shape.of(1, 1, 1), new float[] {1})
                .add("a.bias", Shape.of(1, 1), new float[] {1})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options())).hasMessageContaining("at least 2 draws");
        NumpyFileWriter.create()
                .add("a.weight", Shape.of(2, 1, 1), new float[] {1, 2})
                .writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .hasMessageContaining("draws without biases must be mapped as the form stacked-draws");
        ImportOptions mapped = options().with(Convention.parse("weight=*.weight, form=stacked-draws"));
        try (ImportedNetwork imported = NetworkImporter.read(file, mapped)) {
            assertThat(imported.draws().orElseThrow().ascending(0)).containsExactly(1, 2);
        }
    }
}
