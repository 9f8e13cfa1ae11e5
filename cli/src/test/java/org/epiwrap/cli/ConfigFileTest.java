package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest extends CommandTest {
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("options.yaml");
    }

    private void write(String... lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--config ", "--config="})
    void optionsComeFromTheFile(String option) throws Exception {
        write("mu: 0.1", "sigma: 0.05", "json: true");
        terminal.must("wrap-weight " + option + file);
        String fromFile = terminal.out();
        terminal.must("wrap-weight --mu 0.1 --sigma 0.05 --json");
        assertThat(fromFile).isEqualTo(terminal.out());
    }

    @Test
    void theCommandLineTakesPrecedenceOverTheFileAndASectionOverTheRest() throws Exception {
        write("wrap-weight:", "  sigma: 0.5", "  json: true", "train:", "  epochs: 3", "mu: 0.1", "sigma: 0.05");
        terminal.must("wrap-weight --mu 7 --json --config " + file);
        assertThat(terminal.json().get("lower").asDouble()).isEqualTo(6);
        assertThat(terminal.json().get("upper").asDouble()).isEqualTo(8);
        terminal.must("wrap-weight --sigma 0.1 --config " + file);
        assertThat(terminal.json().get("upper").asDouble()).isEqualTo(0.6);
    }

    /** {@code data} is a command, and an option of others. */
    @Test
    void aNameCanBeThatOfACommandAndOfAnOption() throws Exception {
        write("data: fashion-mnist", "images: 20", "epochs: 1", "draws: 1", "test-images: 10", "net: mlp:2");
        terminal.must("train --config " + file);
        assertThat(terminal.out()).contains("mlp:2 on fashion-mnist", "20 images, 1 epoch,");
    }

    /** A command below another has its section inside the other's. */
    @Test
    void sectionsCanBeInsideSections() throws Exception {
        write("data: {list: {json: true}, get: {from: 'https://mirror.example/'}, verify: }", "train:");
        terminal.must("data list --config " + file);
        assertThat(terminal.json().get("datasets")).isNotEmpty();
        terminal.must("wrap-weight --mu 0 --sigma 1 --config " + file);
    }

    @Test
    void anEmptySectionHasNoOptions() throws Exception {
        write("wrap-weight:", "mu: 0", "sigma: 1");
        terminal.must("wrap-weight --config " + file);
    }

    /** It is a section without options for one command, and an option without a value for the other. */
    @Test
    void anEmptyKeyIsAnOptionWhereItCanBe() throws Exception {
        write("data:");
        terminal.must("wrap-weight --mu 0 --sigma 1 --config " + file);
        terminal.mustFail("train --config " + file, 2, "data must have one value, but has none");
    }

    @Test
    void documentsMayBeginAndEndAsSuch() throws Exception {
        write("---", "mu: 0", "sigma: 1", "...");
        terminal.must("wrap-weight --config " + file);
    }

    @Test
    void aFileThatIsNotTextIsOneSentence() throws Exception {
        Files.write(file, new byte[] {'m', 'u', ':', ' ', (byte) 0xff, (byte) 0xfe});
        terminal.mustFail("wrap-weight --config " + file, 2, file + " must be text in UTF-8, but is not");
        terminal.mustFail("wrap-weight --config " + folder, 2, folder + " must be a YAML file, but is a folder");
    }

    @Test
    void aFurtherDocumentIsRefused() throws Exception {
        write("mu: 0", "---", "no-such-option: 1");
        terminal.mustFail(
                "wrap-weight --sigma 1 --config " + file,
                2,
                file + " must contain one document, but has another on line 3");
    }

    @Test
    void anAliasIsRefused() throws Exception {
        write("out: &x " + folder.resolve("zz"), "log: *x", "images: 10", "epochs: 1");
        terminal.mustFail("train --config " + file, 2, file + " must not use aliases, but line 2 has *x");
        assertThat(folder.resolve("zz")).doesNotExist();
    }

    @Test
    void severalValuesAreAList() throws Exception {
        Path model = folder.resolve("m");
        terminal.must("train --net mlp:2 --images 500 --epochs 1 --draws 1 --test-images 10 --out " + model);
        write("evaluate:", "  against: [rotated, inverted]", "  test-images: 10", "  draws: 1", "  json: true");
        terminal.must("evaluate " + model + " --config " + file);
        assertThat(terminal.json().get("ood_detection")).hasSize(22);
    }

    @Test
    void anEmptyFileHasNoOptions() throws Exception {
        write("# nothing");
        terminal.must("wrap-weight --mu 0 --sigma 1 --config " + file);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sigmaa: 1 | wrap-weight has no option sigmaa; keys can be complement, contour, fit, grid, json, mu",
                "help: true | wrap-weight has no option help",
                "config: x | wrap-weight has no option config",
                "{demo: {images: 1}} | demo has no option images; keys can be json",
                "{train: {epoch: 1}} | train has no option epoch; keys can be augment, balanced, batch",
                "{unwrap: {mu: 1}} | wrap-weight has no option unwrap",
                "{data: {from: x}} | data has no option from; keys can be describe, get, list, verify",
                "{data: {get: {form: x}}} | data get has no option form; keys can be from, json, quiet",
                "svg: no | svg must be in quotes, since YAML reads it as false without them",
                "'? [a, b]' | must be a YAML file, but line 1 is not: Expected a field name",
                "mu: | mu must have one value, but has none",
                "mu: [1, 2] | mu must have one value, but has several",
                "'{mu: 1, mu: 2}' | must be a YAML file, but line 1 is not",
                "'[1, 2]' | must contain keys with values",
                "'{mu: ' | must be a YAML file, but line",
                "mu: abc | Invalid value for option '--mu'"
            })
    void badFilesAreOneSentence(String content, String sentence) throws Exception {
        write(content);
        terminal.mustFail("wrap-weight --sigma 1 --config " + file, 2, sentence);
        if (!sentence.startsWith("Invalid")) {
            assertThat(terminal.err()).contains(file.toString());
        }
    }

    @Test
    void aMissingFileIsOneSentence() {
        terminal.mustFail("wrap-weight --mu 1 --sigma 1 --config " + file, 2, file + ": there is no such file");
        terminal.mustFail("wrap-weight --mu 1 --sigma 1 --config", 2, "Missing required parameter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"train", "wrap", "tune", "evaluate", "reproduce", "wrap-weight", "data get"})
    void commandsWithOptionsTakeAFile(String command) {
        terminal.must(command + " --help");
        assertThat(terminal.out()).contains("--config=FILE", "--verbose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrap", "tune", "evaluate", "data"})
    void helpHasExamples(String command) {
        terminal.must(command + " --help");
        assertThat(terminal.out()).contains("Examples:", "  epiwrap " + command + " ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--verbose evaluate", "evaluate --verbose"})
    void verboseFailuresHaveAStackTrace(String command) {
        assertThat(terminal.run(command + " " + folder.resolve("none"))).isEqualTo(2);
        assertThat(terminal.err()).contains("StoreException", "\tat ", "epiwrap: " + folder.resolve("none"));
        terminal.mustFail("evaluate " + folder.resolve("none"), 2, "there is no such file");
    }

    @Test
    void shellsCompleteCommandsAndOptions() {
        terminal.must("generate-completion");
        assertThat(terminal.out()).contains("complete -F _complete_epiwrap", "centre-radius", "--held-out");
        // Completion identifies options by the names of values: of options with the same name, only the last is
        // offered.
        for (String function : terminal.out().split("(?m)^function ", -1)) {
            assertThat(Pattern.compile("local (\\w+_option_args)=")
                            .matcher(function)
                            .results()
                            .map(found -> found.group(1)))
                    .as(function.lines().findFirst().orElseThrow())
                    .doesNotHaveDuplicates();
        }
    }
}
