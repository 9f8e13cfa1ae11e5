package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.exchange.ImportChecks.TOLERANCE;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.check;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.ImportChecks.toDoubles;
import static org.epiwrap.exchange.LayerFiles.npz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.exchange.layer.Pool;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be given with a file: a mapping of names that no convention has, and what does not apply. */
class ImportOptionsTest {
    @TempDir
    private Path folder;

    @Test
    void unknownNamesCanBeMapped() throws IOException {
        assertThatThrownBy(() -> NetworkImporter.read(Fixtures.file("unknown.npz"), options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("its names match no known convention: net/fc1/w_loc [3, 5]")
                .hasMessageContaining("such as --map 'weight=*.mean,spread=*.std,bias=*.b', or")
                .hasMessageContaining("such as --map 'weight=*.w,bias=*.b,form=points' with --sigma");
        Convention map = Convention.parse("weight=net/*/w_loc, spread=net/*/w_scale, bias=net/*/b_loc,"
                + " bias-spread=net/*/b_scale, sigma=variance, axes=outputs-first");
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("unknown.npz"), options().with(map))) {
            assertThat(imported.report().convention()).isEqualTo("map");
            check(imported.network(), Fixtures.mlp());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "laplace.npz; weight=mean, spread=H, sigma=precision, form=vector; prior_precision",
                "pyro_diagonal.npz; weight=*.loc, spread=*.scale_unconstrained, sigma=softplus, form=vector;",
                "fortuna.npz; weight=mean, spread=log_std, sigma=exp, form=vector-biases-first, axes=inputs-first;"
                        + " log_std_base",
                "draws.npz; weight=samples, form=draws;",
                "stacked_draws.npz; weight=*.weight, bias=*.bias, form=stacked-draws;",
                "ivon.npz; weight=*.weight, bias=*.bias, spread=hess, sigma=precision, form=layers-and-vector;"
                        + " ess|weight_decay",
            })
    void everyFormCanBeMapped(String file, String map, String ignored) throws IOException {
        ImportOptions options = options()
                .with(Convention.parse(map))
                .ignoring(ignored == null ? List.of() : List.of(ignored.split("\\|", -1)));
        ImportOptions known = options.with(Fixtures.mlp());
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file(file), known)) {
            assertThat(imported.report().convention()).isEqualTo("map");
            assertThat(toDoubles(imported.network().means(0)))
                    .containsExactly(Fixtures.means(Fixtures.mlp()), offset(TOLERANCE));
        }
    }

    @Test
    void halvesAndPointsCanBeMapped() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "a_q 6: 1 2 3 0.1 0.2 0.3");
        Architecture one = ArchitectureInference.dense(Volume.features(2), 1);
        ImportOptions halves = options().with(one).with(Convention.parse("weight=*_q, form=halves"));
        try (ImportedNetwork imported = NetworkImporter.read(file, halves)) {
            assertThat(imported.network().means(0)).containsExactly(0, 0, 1, 2, 0, 3);
            assertThat(toDoubles(imported.network().deviations(0)))
                    .containsExactly(new double[] {0, 0, 0.1, 0.2, 0, 0.3}, offset(TOLERANCE));
        }
        npz(file, "a_q 5");
        assertRefused(file, halves, "array a_q must hold as many means as spreads, but holds 5 numbers");
        npz(file, "a_w 1x2: 1 2", "a_c 1: 3");
        ImportOptions points = options()
                .with(Convention.parse("weight=*_w, bias=*_c, form=points"))
                .withSigma(0.5);
        try (ImportedNetwork imported = NetworkImporter.read(file, points)) {
            assertThat(imported.network().pointValues(0)).containsExactly(0, 3);
            assertThat(imported.network().deviations(0)[2]).isEqualTo(0.5f);
        }
    }

    @Test
    void whatDoesNotApplyIsRefused() throws IOException {
        assertRefused(Fixtures.file("pyro.npz"), options().withSigma(0.1), "but those of the convention pyro have one");
        assertRefused(
                Fixtures.file("pyro.npz"),
                options().with(Pool.AVERAGE),
                "for convolutions, but the first layer is a dense layer from 5 to 3");
        assertRefused(
                Fixtures.file("pyro.npz"), options().with(Pool.MAX).with(Fixtures.mlp()), "but this one is known");
        assertRefused(
                Fixtures.file("pyro.npz"),
                options().with(new Volume(5, 1, 2)).with(Fixtures.mlp()),
                "the input is given as 5×1×2, but the architecture takes");
        assertRefused(
                Fixtures.file("laplace.npz"),
                options().with(Fixtures.mlp()).withOrder(List.of("a")),
                "follow the architecture");
        Convention bias = Convention.parse("weight=net/*/w_loc,spread=net/*/w_scale,bias=net/*/c,sigma=variance");
        assertRefused(
                Fixtures.file("unknown.npz"),
                options().with(bias),
                "the mapping's bias must match an array of some layer, but net/*/c matches none");
        Convention spread = Convention.parse(
                "weight=net/*/w_loc,spread=net/*/w_scale,bias=net/*/b_loc,bias-spread=net/*/c,sigma=variance");
        assertRefused(Fixtures.file("unknown.npz"), options().with(spread), "the mapping's bias-spread must match");
    }
}
