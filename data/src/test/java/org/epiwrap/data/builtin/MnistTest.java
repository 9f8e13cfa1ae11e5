package org.epiwrap.data.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Sha256;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.FileCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MnistTest {
    private static List<Mnist> both() {
        return List.of(Mnist.DIGITS, Mnist.FASHION);
    }

    @ParameterizedTest
    @MethodSource("both")
    void theFilesAreTheOfficialOnes(Mnist mnist) throws IOException {
        assertThat(mnist.checksums()).hasSize(4);
        String folder = mnist == Mnist.DIGITS ? "mnist" : "fashion-mnist";
        for (Map.Entry<String, String> file : mnist.checksums().entrySet()) {
            String path = "/org/epiwrap/" + folder + "/" + file.getKey() + ".gz";
            try (GZIPInputStream stream = new GZIPInputStream(Mnist.class.getResourceAsStream(path))) {
                assertThat(Sha256.of(stream)).as(path).isEqualTo(file.getValue());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("both")
    void theFilesAreCheckedOnDemand(Mnist mnist) {
        assertThat(mnist.check()).hasSize(4).allMatch(check -> check.result() == FileCheck.Result.RIGHT);
    }

    @ParameterizedTest
    @MethodSource("both")
    void bothPartsAreWhole(Mnist mnist) {
        Dataset train = mnist.load(Part.TRAIN);
        Dataset test = mnist.load(Part.TEST);
        assertThat(train.size()).isEqualTo(60_000);
        assertThat(test.size()).isEqualTo(10_000);
        assertThat(train.shape()).isEqualTo(new Volume(1, 28, 28));
        assertThat(train.classNames()).hasSize(10);
        assertThat(mnist.load(Part.TRAIN)).isSameAs(train);
    }

    /** The first labels as every tutorial prints them. */
    @Test
    void theFirstLabelsAreTheWellKnownOnes() {
        Dataset digits = Mnist.DIGITS.load(Part.TRAIN);
        assertThat(digits.subset(0, 5).labels()).containsExactly(5, 0, 4, 1, 9);
        assertThat(digits.name()).isEqualTo("mnist-train");
        Dataset fashion = Mnist.FASHION.load(Part.TEST);
        assertThat(fashion.classNames().get(fashion.label(0))).isEqualTo("Ankle boot");
        assertThat(fashion.name()).isEqualTo("fashion-mnist-test");
    }

    /** The class loader of the platform does not see the class path of the application. */
    @ParameterizedTest
    @MethodSource("both")
    void theArtifactIsNamedIfTheFilesAreMissing(Mnist mnist) {
        assertThat(mnist.isAvailable()).isTrue();
        String folder = mnist == Mnist.DIGITS ? "mnist" : "fashion-mnist";
        Mnist missing = mnist.from(ClassLoader.getPlatformClassLoader());
        assertThat(missing.isAvailable()).isFalse();
        assertThat(missing.check()).hasSize(4).allMatch(check -> check.result() == FileCheck.Result.MISSING);
        assertThatThrownBy(() -> missing.load(Part.TEST))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(DataException.class)
                .hasMessage("org/epiwrap/" + folder + "/t10k-images-idx3-ubyte.gz is not on the class path: add the"
                        + " dependency org.epiwrap:epiwrap-mnist");
    }
}
