package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be told of an imported network: its classes, its data, and what it should compute. */
class ImportCommandTest extends CommandTest {
    private Path file;
    private Path model;

    @BeforeEach
    void name() {
        file = folder.resolve("net.npz");
        model = folder.resolve("model.safetensors");
    }

    /** One hidden unit: the logit is 2 tanh(x). */
    private void writeBinary() throws IOException {
        NumpyFileWriter.create()
                .add("fc1.weight", Shape.of(1, 1), new float[] {1})
                .add("fc2.weight", Shape.of(1, 1), new float[] {2})
                .writeNpz(file);
    }

    private Path outputs(double... logits) throws IOException {
        Path outputs = folder.resolve("outputs.npz");
        NumpyFileWriter.create()
                .add("x", Shape.of(2, 1), new double[] {-1, 0.5})
                .add("logits", Shape.of(2, 1), logits)
                .writeNpz(outputs);
        return outputs;
    }

    @Test
    void outputsOfTheOriginalAreCompared() throws IOException {
        writeBinary();
        Path outputs = outputs(2 * Math.tanh(-1), 2 * Math.tanh(0.5));
        String command = "import " + file + " --sigma 0.1 -o " + model + " --check " + outputs;
        terminal.mustFail(
                command, 2, "example 0 has 0.00000 for class 1, where the original network has -1.52319 (logits)");
        assertThat(terminal.err()).contains("it agrees with --activation tanh to ");
        assertThat(model).doesNotExist();
        terminal.must(command + " --activation tanh --classes no,yes");
        assertThat(terminal.out()).containsPattern("checked +2 examples agree to \\de-\\d");
        try (BayesianModel read = BayesianModel.read(model)) {
            assertThat(read.card().classNames()).containsExactly("no", "yes");
        }
        terminal.must(command + " --arch mlp:1 --activation tanh --input 1x1x1 --classes 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--classes 1 | a regression network cannot be imported",
                "--classes a,b,c | --classes must be as long as the network's outputs (2), but its length is 3",
                "--trained-on all | --trained-on must be used with --data",
                "--activation cube | an activation must be relu",
                "--check none.npz | there is no such file",
                "--model none.npz | there is no such file",
                "--schema none.json | there is no such file",
            })
    void whatCannotBeIsRefused(String options, String problem) throws IOException {
        writeBinary();
        terminal.mustFail("import " + file + " --sigma 0.1 -o " + model + " " + options, 2, problem);
        assertThat(model).doesNotExist();
    }

    @Test
    void dataShowsTheOrderOfTheClassesAndWhatIsHeldOut() throws IOException {
        StoredModels models = StoredModels.in(folder);
        terminal.must("export " + models.bayesian() + " --to npz -o " + file);
        String command = "import " + file + " -o " + model + models.normalisation() + " --data mnist";
        terminal.must(command);
        assertThat(terminal.out())
                .containsPattern("data +\\d\\d\\.\\d % of 2,000 examples are predicted right")
                .contains("which examples the network was trained on is not known");
        Path wrong = folder.resolve("wrong.safetensors");
        terminal.mustFail(
                command.replace(model.toString(), wrong.toString()) + " --classes 1,2,3,4,5,6,7,8,9,0",
                2,
                "% with --classes 0,1,2,3,4,5,6,7,8,9 (");
        assertThat(wrong).doesNotExist();
        terminal.must(command + " --trained-on 50000");
        assertThat(terminal.out()).doesNotContain("is not known");
        terminal.must("inspect " + model + " --json");
        assertThat(terminal.json().at("/import/trained-on").asText()).isEqualTo("data");
        assertThat(terminal.json().at("/import/data/images").asInt()).isEqualTo(50_000);
        // The data need not be named again, and held-out images are known to be so.
        terminal.must("wrap " + model + " -o " + folder.resolve("wrapped.safetensors") + " --held-out 200 --quiet");
        assertThat(terminal.err()).isEmpty();
        terminal.must(command + " --trained-on none");
        terminal.must("inspect " + model + " --json");
        assertThat(terminal.json().at("/import/trained-on").asText()).isEqualTo("none");
        terminal.mustFail(command + " --trained-on some", 2, "--trained-on must be all, none, the number");
        terminal.mustFail(command + " --trained-on 70000", 2, "--trained-on must be");
    }
}
