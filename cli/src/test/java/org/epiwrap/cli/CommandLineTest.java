package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private final Terminal terminal = new Terminal();

    @Test
    void version() {
        terminal.must("--version");
        assertThat(terminal.out()).matches("epiwrap \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "wrap-weight --help"})
    void helpHasExamples(String line) {
        terminal.must(line);
        assertThat(terminal.out()).contains("Example", "epiwrap wrap-weight --mu 0.1 --sigma 0.05");
    }

    @Test
    void jsonHasEveryStepAtFullPrecision() throws Exception {
        terminal.must("wrap-weight --mu 0.1 --sigma 0.05 --json");
        assertThat(terminal.err()).isEmpty();
        JsonNode json = terminal.json();
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("lower", "upper", "focal", "l1", "l2", "alpha", "interval");
        assertThat(json.get("lower").asDouble()).isEqualTo(0.1 - 0.25);
        assertThat(json.get("upper").asDouble()).isEqualTo(0.1 + 0.25);
        assertThat(json.get("focal")).hasSize(15);
        double sum = 0;
        for (JsonNode focal : json.get("focal")) {
            assertThat(focal.fieldNames()).toIterable().containsExactly("a", "b", "mass");
            sum += focal.get("mass").asDouble();
        }
        assertThat(sum).isEqualTo(1, offset(1e-12));
        // The values of the independent reference for sigma <= 0.2.
        assertThat(json.get("alpha").get(0).asDouble()).isEqualTo(18.33346428281564, offset(1e-12));
        assertThat(json.get("alpha").get(1).asDouble()).isEqualTo(3.0232879195881286, offset(1e-12));
        assertThat(json.get("interval").get(0).asDouble() - 0.1)
                .isEqualTo(0.1 - json.get("interval").get(1).asDouble(), offset(1e-12));
        assertThat(json.get("l1").get(1).asText()).hasSizeGreaterThan(15);
    }

    @Test
    void textShowsEveryStep() {
        terminal.must("wrap-weight --mu 0.1 --sigma 0.05");
        assertThat(terminal.out())
                .contains(
                        "truncated",
                        "[-0.150000,  0.350000]",
                        "focal",
                        "█",
                        "L₁",
                        "L₂",
                        "alpha",
                        "18.3335",
                        "Bel ≤ P ≤ Pl",
                        "interval   [ 0.080957,  0.119043]");
    }

    @Test
    void optionsReachTheWrapper() throws Exception {
        terminal.must("wrap-weight --mu 0 --sigma 0.5 --grid exact --contour dubois-prade --fit pooled --json");
        JsonNode json = terminal.json();
        assertThat(json.get("focal")).isEmpty();
        // Pooled keeps the mean focal interval: 0.7228 sigma for the half-normal cut at two sigmas.
        assertThat(json.get("interval").get(1).asDouble()).isEqualTo(0.7227897522452308 * 0.5, offset(1e-12));
    }

    /** The README's picture is what the command in the README draws. */
    @Test
    void thePictureIsTheOneInTheReadme(@TempDir Path folder) throws Exception {
        Path drawn = folder.resolve("weight.svg");
        terminal.must("wrap-weight --mu 0.1 --sigma 0.05 --svg", drawn);
        assertThat(drawn).hasSameTextualContentAs(Path.of("..", "docs", "weight.svg"));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("nothing else is left").hasSize(1);
        }
    }

    @Test
    void anImageThatCannotBeWrittenIsOneSentence() {
        assertThat(terminal.run("wrap-weight --mu 0.1 --sigma 0.05 --svg /no/such/folder/weight.svg"))
                .isEqualTo(1);
        assertThat(terminal.err().strip())
                .isEqualTo("epiwrap: cannot use /no/such/folder/weight.svg: there is no folder /no/such/folder");
        assertThat(terminal.run("wrap-weight --mu 0.1 --sigma 0.05 --svg /")).isEqualTo(1);
        assertThat(terminal.err()).contains("cannot use /: it must be a file, but is a folder");
    }

    @Test
    void datasetsAreListed() throws Exception {
        terminal.must("data list");
        assertThat(terminal.out()).containsPattern("mnist +embedded\\R").contains("fashion-mnist", "cifar-100");
        terminal.must("data list --json");
        JsonNode digits = terminal.json().get("datasets").get(0);
        assertThat(digits.toString()).isEqualTo("{\"name\":\"mnist\",\"complete\":true,\"embedded\":true}");
        terminal.must("data get --help");
        assertThat(terminal.out()).contains("--from=URL");
    }

    @Test
    void theFilesOfDatasetsAreChecked() {
        terminal.run("data verify");
        assertThat(terminal.out())
                .containsPattern("mnist +4 files, all verified\\R")
                .containsPattern("fashion-mnist +4 files, all verified\\R")
                .contains("cifar-10 ", "cifar-100 ");
    }

    @Test
    void anExperimentReportsWhatItLeavesOut(@TempDir Path folder) throws Exception {
        ProcessBuilder study = Terminal.process(folder, "reproduce ood --out " + folder.resolve("out/inside"));
        study.environment().put("EPIWRAP_DATA", folder.toString());
        assertThat(study.start().waitFor()).isEqualTo(2);
        assertThat(Files.readAllLines(folder.resolve("err")))
                .hasSize(2)
                .first()
                .isEqualTo("epiwrap: warning: ood leaves out cifar-10, which is not on this machine ('epiwrap data get"
                        + " cifar-10' downloads it)");
    }

    /** In a process of its own, with data folders that hold less than they should, and other things. */
    @Test
    void damagedAndMissingFilesAreNamed(@TempDir Path folder) throws Exception {
        ProcessBuilder verify = Terminal.process(folder, "data verify");
        verify.environment().put("EPIWRAP_DATA", folder.toString());
        assertThat(verify.start().waitFor()).isZero();
        assertThat(Files.readString(folder.resolve("out")))
                .containsPattern("cifar-10 +not available: run 'epiwrap data get cifar-10'\\R");
        Files.createDirectory(folder.resolve("cifar-100"));
        Files.writeString(folder.resolve("cifar-100").resolve("test.bin"), "not these");
        assertThat(verify.start().waitFor()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("out")))
                .containsPattern("cifar-100 +train.bin is missing, test.bin differs from the original\\R");
        ProcessBuilder asJson = Terminal.process(folder, "data verify --json");
        asJson.environment().put("EPIWRAP_DATA", folder.toString());
        assertThat(asJson.start().waitFor()).isEqualTo(1);
        JsonNode cifar = new ObjectMapper()
                .readTree(folder.resolve("out").toFile())
                .get("datasets")
                .get(3);
        assertThat(cifar.get("name").asText()).isEqualTo("cifar-100");
        assertThat(cifar.get("files").toString()).isEqualTo("{\"train.bin\":\"missing\",\"test.bin\":\"wrong\"}");
    }

    @Test
    void aDatasetThatCannotBeDownloadedIsOneSentence() {
        assertThat(terminal.run("data get mnist")).isEqualTo(2);
        assertThat(terminal.err().strip())
                .isEqualTo("epiwrap: mnist is embedded in epiwrap and need not be downloaded");
        assertThat(terminal.run("data")).isEqualTo(2);
    }

    @Test
    void tinyWeightsAreReadable() {
        terminal.must("wrap-weight --mu 0 --sigma 1e-18");
        assertThat(terminal.out()).contains("truncated  [-5.000000000e-18, 5.000000000e-18]");
    }

    @Test
    void aBrokenGuaranteeIsReported() {
        terminal.must("wrap-weight --mu 0.1 --sigma 0.5 --grid 6 --complement grid");
        assertThat(terminal.out()).contains("none: [-0.10000,  0.30000] has belief 0.4727 but probability 0.3257");
    }

    @Test
    void aPointHasNoDirichlet() throws Exception {
        terminal.must("wrap-weight --mu 0.1 --sigma 0 --json");
        JsonNode json = terminal.json();
        assertThat(json.get("alpha").isNull()).isTrue();
        assertThat(json.get("interval").toString()).isEqualTo("[0.1,0.1]");
        terminal.must("wrap-weight --mu 0.1 --sigma 0 --grid exact");
        assertThat(terminal.out()).contains("all mass, or nearly all, is on one interval", "the point");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "wrap-weight --mu 0.1 --sigma -1 | --sigma must be a finite number >= 0, but is -1.0",
                "wrap-weight --mu NaN --sigma 1 | --mu must be a finite number, but is NaN",
                "wrap-weight --mu 0.1 --sigma 1 --grid 3 | must be exact or a whole number from 4 to 1000000, but is '3'",
                "wrap-weight --mu 0.1 --sigma 1 --grid x | must be exact or a whole number from 4 to 1000000, but is 'x'",
                "wrap-weight --mu 0.1 --sigma 1 --contour x | must be one of sup, dubois-prade, but is 'x'",
                "wrap-weight --mu 0.1 --sigma 1 --complement x | must be one of continuous, grid, but is 'x'",
                "wrap-weight --mu 0.1 --sigma 1 --fit x | must be one of paper, pooled, but is 'x'",
                "wrap-weight --mu 0.1 --sigma 1 --grid exact --complement grid | --complement must be continuous with --grid exact",
                "wrap-weight --mu abc --sigma 1 | must be a number such as 0.5 or 1e-3, but is 'abc'",
                "wrap-weight --mu 1 | Missing required option: '--sigma=X'",
                "wrap-weight --mu 1 --sigma 1 --colour red | Unknown options: '--colour', 'red'",
                "data get cifar-10 --from mirror | must be a URL such as https://mirror.example/cifar/, but is 'mirror'",
                "data get cifar-10 --from http://[ | must be a URL such as https://mirror.example/cifar/, but is",
                "train --out a\u0000b | must be a valid path on this system, but is",
                "train --seed abc | must be a whole number, but is 'abc'",
                "train --epochs 1.5 | must be a whole number, but is '1.5'",
                "train --epochs 3000000000 | must be a whole number from -2147483648 to 2147483647, but is '3000000000'",
                "train --epoch 3 | Unknown options: '--epoch', '3'; did you mean --epochs",
                "unwrap | Unmatched argument at index 0: 'unwrap'; did you mean wrap",
                "~~ | Missing command"
            })
    void badInputIsOneSentenceAndExitCodeTwo(String line, String sentence) {
        terminal.mustFail(line, 2, sentence);
    }

    @Test
    void aNetworkTooLargeForTheMemoryIsOneSentence() {
        assertThat(terminal.run("train --images 10 --net mlp:100000-10000")).isEqualTo(1);
        assertThat(terminal.err()).startsWith("epiwrap: not enough memory").hasLineCount(1);
    }
}
