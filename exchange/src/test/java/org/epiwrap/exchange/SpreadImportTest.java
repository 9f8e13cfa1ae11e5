package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.exchange.ImportChecks.TOLERANCE;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.assertSigmas;
import static org.epiwrap.exchange.ImportChecks.check;
import static org.epiwrap.exchange.ImportChecks.checkMeans;
import static org.epiwrap.exchange.ImportChecks.notes;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.ImportChecks.toDoubles;
import static org.epiwrap.exchange.LayerFiles.npz;
import static org.epiwrap.exchange.LayerFiles.writer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.SpreadRule;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How stored spreads become standard deviations, and what the report notes about it. */
class SpreadImportTest {
    @TempDir
    private Path folder;

    @Test
    void plainWeightsTakeAGivenSigma() throws IOException {
        assertRefused(
                Fixtures.file("points.npz"),
                options(),
                "its weights have no spreads: a standard deviation must be given (--sigma), one for all or one for each"
                        + " of the 3 layers, but none is given");
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
        assertThat(notes(Fixtures.file("tyxe.npz"), options()))
                .anyMatch(note -> note.contains("a guide with max_guide_scale, which stores it as a sigmoid"));
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
        assertRefused(Fixtures.file("draws.npz"), options().with(SpreadRule.EXP), "but the convention draws has none");
    }

    @Test
    void reportsWhichSpreadRuleWasChosen() throws IOException {
        for (String[] each : new String[][] {
            {"torch_uncertainty.npz", "softplus(x) (weight_sampler.rho exists, so x is a rho)"},
            {"torch_uncertainty_negative.npz", "softplus(x) (some are negative, so x is a rho)"},
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
        NumpyFileWriter writer = writer("mean 2: 1 2", "log_std 2: 0 1");
        writer.writeNpz(file);
        assertThatThrownBy(() -> NetworkImporter.read(file, known))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("it must hold log_std_base beside log_std")
                .hasMessageContaining("log_std_base=prob_model.posterior.posterior_approximator.log_std_base");
        writer.add("log_std_base", Shape.scalar(), new double[] {-2.3}).writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, known)) {
            // Biases come first in the file, and last here; the zeros of the other class come before each.
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {0, Math.exp(-1.3), 0, Math.exp(-2.3)}, offset(TOLERANCE));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kernel_posterior_loc, kernel_posterior_untransformed_scale, 1.1920928955078125e-7",
        "kernel/mean, kernel/stddev, 1e-7",
    })
    void whatIsAddedToAScaleShowsWhereItIsSmall(String mean, String spread, double epsilon) throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, mean + " 1x1: 1", spread + " 1x1: -20");
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            // A row of zeros for the other class comes first.
            assertThat((double) imported.network().deviations(0)[1])
                    .isEqualTo(epsilon + Math.log1p(Math.exp(-20)), offset(1e-11));
        }
    }

    @Test
    void warnsOfAnotherConstraintOfEdward2() throws IOException {
        Path file = folder.resolve("a.npz");
        for (float stddev : new float[] {0.05f, -3}) {
            npz(file, "kernel/mean 1x1: 1", "kernel/stddev 1x1: " + stddev);
            try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
                assertThat(imported.report().notes())
                        .anyMatch(note -> note.contains("the stddev_constraint 'exp' or 'positive'"));
                assertThat(imported.report().notes().stream().anyMatch(note -> note.startsWith("WARNING")))
                        .isEqualTo(stddev > 0);
            }
        }
        npz(file, "kernel/mean 1x1: 1", "kernel/stddev 1x1: 0.05");
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(SpreadRule.STANDARD_DEVIATION))) {
            assertThat((double) imported.network().deviations(0)[1]).isEqualTo(0.05, offset(TOLERANCE));
            assertThat(imported.report().notes()).noneMatch(note -> note.startsWith("WARNING"));
        }
    }

    @Test
    void aVectorOfSpreadsFollowsTheFile() throws IOException {
        // By its name the second would come first.
        String[] arrays = {
            "hidden.bias 1: 0",
            "hidden.weight 1x2: 1 2",
            "bn.weight 1: 3",
            "bn.bias 1: 4",
            "bn.running_mean 1: 5",
            "bn.running_var 1: 6",
            "classes.weight 3x1: 7 8 9",
            "classes.bias 3",
            "ess 1: 1",
            "weight_decay 1: 0"
        };
        Path file = folder.resolve("ivon.npz");
        writer(arrays)
                .add(
                        "hess",
                        Shape.of(10),
                        IntStream.rangeClosed(1, 10).asDoubleStream().toArray())
                .writeNpz(file);
        Architecture known = new Architecture(
                Volume.features(2),
                List.of(new Layer.Dense(1), new Layer.BatchNorm(), Layer.relu(), new Layer.Dense(3)));
        assertRefused(
                file, options().with(known), "array hess must have a number for each of the 11 weights and biases");
        double[] hess =
                IntStream.rangeClosed(1, 11).mapToDouble(i -> 1.0 / (i * i)).toArray();
        NumpyFileWriter whole = writer(arrays).add("hess", Shape.of(11), hess);
        whole.writeNpz(file);
        try (ImportedNetwork imported = NetworkImporter.read(file, options().with(known))) {
            // Bias 1, weights 2 and 3, norm 4 and 5, weights 6 to 8, biases 9 to 11.
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {2, 3, 1, 6, 7, 8, 9, 10, 11}, offset(1e-5));
            assertThat(imported.report().notes())
                    .anyMatch(note -> note.contains("batch norm scales and shifts are not used"));
        }
        Path unordered = folder.resolve("arrays");
        whole.writeFolder(unordered);
        assertRefused(unordered, options().with(known), "which this kind of file does not keep; an npz file does");
    }

    @Test
    void sigmasThatAModelCannotHoldAreReported() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "kernel_auto_loc 1x2", "kernel_auto_scale 1x2: 1e-9 1");
        assertThat(notes(file, options()))
                .contains("1 of 2 weights and biases have a sigma below 1.0E-8, points included; the model"
                        + " stores 1.0E-8 for them, the smallest it can");
    }

    @Test
    void aSpreadThatGivesNoDeviationIsRefused() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "fc.weight_mu 1x1: 1", "fc.weight_sigma 1x1: 0.5");
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            // Nothing shows that it is a rho.
            assertThat((double) imported.network().deviations(0)[1]).isEqualTo(0.5, offset(TOLERANCE));
        }
        npz(file, "kernel_auto_loc 1x1: 1", "kernel_auto_scale 1x1: -1");
        assertRefused(
                file,
                options(),
                "array kernel_auto_scale must give standard deviations >= 0 by x, but" + " element 0 gives -1.0");
        NumpyFileWriter.create()
                .add("kernel_auto_loc", Shape.of(1, 1), new float[] {Float.NaN})
                .add("kernel_auto_scale", Shape.of(1, 1), new float[] {1})
                .writeNpz(file);
        assertRefused(file, options(), "array kernel_auto_loc must hold finite numbers, but element 0 is NaN");
        npz(file, "kernel_auto_loc 1x1: 1e300", "kernel_auto_scale 1x1: 1");
        assertRefused(file, options(), "must be in the range of float");
    }

    @Test
    void drawsMustBeAsManyEverywhere() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "fc1.weight 2x1x1: 1 2", "fc1.bias 2x1: 1 2", "fc2.weight 3x1x1: 1 2 3");
        assertRefused(file, options(), "every array must hold the same number of draws, but they hold [2, 3]");
        npz(file, "a.weight 1x1x1: 1", "a.bias 1x1: 1");
        assertRefused(file, options(), "at least 2 draws");
        npz(file, "a.weight 2x1x1: 1 2");
        assertRefused(file, options(), "draws without biases must be mapped with form=stacked-draws");
        ImportOptions mapped = options().with(Convention.parse("weight=*.weight, form=stacked-draws"));
        try (ImportedNetwork imported = NetworkImporter.read(file, mapped)) {
            assertThat(imported.draws().orElseThrow().ascending(1)).containsExactly(1, 2);
        }
    }
}
