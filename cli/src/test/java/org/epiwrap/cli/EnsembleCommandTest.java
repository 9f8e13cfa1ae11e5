package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three plain networks that were trained from different seeds, from their arrays to predictions. */
class EnsembleCommandTest extends CommandTest {
    private static final int MEMBERS = 3;

    @TempDir
    private static Path shared;

    private static Path members;

    private Path model;

    @BeforeAll
    static void train() throws IOException {
        Dataset images = Mnist.DIGITS.load(Part.TRAIN).subset(0, 2000);
        try (BayesianNetwork networks = BayesianNetwork.untrained(
                Architecture.mlp(images.shape(), 10, 16), new RunSeeds(1, List.of(1L, 2L, 3L)))) {
            TrainingPlan plan = TrainingPlan.sound(images.size(), Estimator.FLIPOUT)
                    .withEpochs(30)
                    .plain();
            Trainer.train(networks, images, PictureInput.unit(images.shape()), plan, TrainingListener.NONE);
            NumpyFileWriter writer = NumpyFileWriter.create();
            for (Block block : networks.blocks(0)) {
                String name = block.shape().name();
                if (!name.endsWith(BayesianNetwork.RHO)) {
                    writer.add(name.replace("kernel.mu", "weight"), shape(block), stacked(networks, name));
                }
            }
            members = shared.resolve("members.npz");
            writer.writeNpz(members);
        }
    }

    private static Shape shape(Block block) {
        return new Shape(IntStream.concat(
                        IntStream.of(MEMBERS), block.shape().sizes().stream().mapToInt(Integer::intValue))
                .mapToObj(Long::valueOf)
                .toList());
    }

    private static float[] stacked(BayesianNetwork networks, String name) {
        List<float[]> parts = IntStream.range(0, MEMBERS)
                .mapToObj(run -> networks.blocks(run).stream()
                        .filter(block -> block.shape().name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .values())
                .toList();
        int length = parts.get(0).length;
        float[] all = new float[MEMBERS * length];
        for (int i = 0; i < MEMBERS; i++) {
            System.arraycopy(parts.get(i), 0, all, i * length, length);
        }
        return all;
    }

    @BeforeEach
    void place() {
        model = folder.resolve("model.safetensors");
    }

    @Test
    void membersAreKeptWhereTheirMeanIsFarBelowThem() throws IOException {
        terminal.must("import " + members + " --data mnist -o " + model);
        assertThat(terminal.out())
                .contains("on 1,000 examples, the members are right on", "so they are kept as an ensemble")
                .contains("the model is an ensemble of the 3 members");
        terminal.must("evaluate " + model + " --data mnist --test-images 1000 --json");
        assertThat(terminal.json().get("kind").asText()).isEqualTo("ensemble");
        assertThat(terminal.json().findValue("accuracy").asDouble()).isGreaterThan(0.85);
        Path image = folder.resolve("image.csv");
        byte[] pixels = new byte[784];
        Mnist.DIGITS.load(Part.TEST).pixels(0, 1, pixels);
        Files.writeString(
                image,
                IntStream.range(0, 784)
                        .mapToObj(i -> String.valueOf(pixels[i] & 0xff))
                        .collect(Collectors.joining(",")));
        terminal.must("predict " + model + " " + image + " --json");
        JsonNode prediction = terminal.json();
        assertThat(prediction.get("label").asText()).isEqualTo("7");
        assertThat(prediction.get("scores").get("mutual_information_nats").asDouble())
                .isBetween(0.0, 0.5);
        terminal.must("inspect " + model);
        assertThat(terminal.out())
                .contains("ensemble, 1×28×28 → 10 classes", "Members: standard deviation between them");
    }

    @Test
    void oneNetworkOfThemIsRefused() {
        terminal.mustFail(
                "import " + members + " --wrap --data mnist -o " + model,
                2,
                "the mean weights of draws must make a network about as good as they are, but on 1,000 examples");
        assertThat(model).doesNotExist();
    }

    @Test
    void withoutImagesTheOptionsAreNamed() {
        terminal.must("import " + members + " -o " + model);
        assertThat(terminal.out())
                .contains("as of networks trained from different seeds", "--ensemble keeps the draws as they are");
        terminal.must("import " + members + " --align -o " + model);
        assertThat(terminal.out()).contains("hidden units are matched to those of the first member");
    }

    @Test
    void whatNeedsOneNetworkRefusesAnEnsemble() {
        terminal.must("import " + members + " --ensemble -o " + model);
        assertThat(terminal.out()).contains("the model is an ensemble of the 3 members");
        terminal.mustFail("wrap " + model + " --data mnist -o " + folder.resolve("w"), 2, "but holds an ensemble");
        terminal.mustFail(
                "export " + model + " --to npz -o " + folder.resolve("e.npz"), 2, "must be one network, but " + model);
        terminal.mustFail("predict " + model + " x.png --by mean", 2, "--by must be used with a single network");
        terminal.mustFail(
                "evaluate " + model + " --data mnist --draws 3",
                2,
                "must be used with a Bayesian network, but " + model);
        terminal.mustFail("inspect " + model + " --weight dense0:1", 2, model + " is an ensemble");
        terminal.mustFail("import " + members + " --ensemble --wrap -o " + model, 2, "--ensemble must be used without");
    }
}
