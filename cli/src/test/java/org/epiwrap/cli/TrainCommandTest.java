package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.model.BayesianModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainCommandTest extends CommandTest {
    private String training(String file, int epochs, String more) {
        return "train --images 1500 --batch 16 --draws 3 --epochs " + epochs + " --out " + path(file) + more;
    }

    private String path(String file) {
        return folder.resolve(file).toString();
    }

    @Test
    void severalRunsAreTrainedTestedAndWritten() throws Exception {
        terminal.must(training("model.safetensors", 3, " --runs 2 --seed 5 --json --log " + path("log")));
        assertThat(terminal.err()).isEmpty();
        JsonNode json = terminal.json();
        assertThat(json.get("runs")).hasSize(2);
        assertThat(json.get("runs").get(1).get("seed").isIntegralNumber()).isTrue();
        assertThat(json.get("runs").get(1).get("seed").asLong()).isEqualTo(6);
        assertThat(json.get("accuracy").asDouble()).isGreaterThan(0.5);
        assertThat(Files.readAllLines(folder.resolve("log"))).hasSize(3);
        Path second = Path.of(json.get("runs").get(1).get("file").asText());
        assertThat(second).hasFileName("model-6.safetensors");
        try (BayesianModel model = BayesianModel.read(second)) {
            double again = Evaluator.of(model.predictor(3))
                    .evaluate(Mnist.DIGITS.load(Part.TEST))
                    .accuracy();
            assertThat(again).isEqualTo(model.card().metrics().get("accuracy"));
            assertThat(model.card().training().orElseThrow().data().images()).isEqualTo(1500);
            assertThat(model.card().versions()).containsKeys("epiwrap", "engine");
        }
        assertThat(folder.resolve("model.safetensors.checkpoint")).doesNotExist();
    }

    @Test
    void aTableWithTheMeanOfTheRuns() {
        terminal.must("train --images 600 --test-images 500 --epochs 1 --draws 2 --runs 2 --preset paper");
        assertThat(terminal.out())
                .contains(
                        "mlp:8 on mnist, paper, flipout: 600 images, 1 epoch,",
                        "average of 2 draws",
                        "one pass",
                        "mean network",
                        "mean of the runs: loss ");
    }

    @Test
    void everyOptionReachesTheTraining() throws Exception {
        terminal.must("train --data fashion-mnist --net lenet-5 --images 200 --epochs 1 --warm-start 1 --batch 50"
                + " --learning-rate 0.002 --cosine --kl-weight 0.001 --estimator local --bias bayesian --draws 1"
                + " --threads 2 --runs 2 --patience 2 --balanced --augment flip,shift:3 --out " + path("m"));
        try (BayesianModel model = BayesianModel.read(folder.resolve("m-2"))) {
            var plan = model.card().training().orElseThrow().plan();
            assertThat(plan.toString())
                    .isEqualTo("TrainingPlan[epochs=1, warmStart=1, batchSize=50, learningRate=LearningRate[peak=0.002,"
                            + " warmUp=0.05, end=0.01], klWeight=0.001, estimator=LOCAL_REPARAMETERISATION,"
                            + " patience=2, balanced=true, augmentation=shift:3,flip]");
            assertThat(model.network().bias().toString()).isEqualTo("BAYESIAN");
            assertThat(model.card().training().orElseThrow().data().name()).isEqualTo("fashion-mnist-train");
        }
    }

    @Test
    void whatCannotBeAugmentedIsOneSentence() {
        terminal.mustFail("train --data letters --augment flip", 2, "only images can be augmented (flip)");
        terminal.mustFail("train --augment shift:28", 2, "the pixels to shift images of 1×28×28 must be");
        terminal.mustFail("train --augment turn", 2, "'--augment': must be shift, crop and flip, or some of them");
    }

    /** Killed again and again at arbitrary moments, a training ends in the same file as one that was left alone. */
    @Test
    void aKilledTrainingEndsInTheSameFile() throws Exception {
        terminal.must(training("whole.safetensors", 5, ""));
        Path log = folder.resolve("log");
        Files.writeString(log, "an earlier line\n");
        String line = training("killed.safetensors", 5, " --checkpoint-every 0 --log " + log);
        Path checkpoint = folder.resolve("killed.safetensors.checkpoint");
        for (int kill = 0; kill < 6; kill++) {
            // Somewhere in the next steps, each of which writes a checkpoint: now and then in the midst of one.
            Terminal.kill(folder, line, checkpoint, 7L * kill);
            assertThat(folder.resolve("killed.safetensors")).doesNotExist();
        }
        Process process = Terminal.process(folder, line).start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(folder.resolve("err")))
                .contains("epiwrap: resuming from " + checkpoint)
                .doesNotContain("Warning");
        assertThat(folder.resolve("killed.safetensors")).hasSameBinaryContentAs(folder.resolve("whole.safetensors"));
        assertThat(checkpoint).doesNotExist();
        assertThat(Files.readAllLines(log)).contains("an earlier line").hasSizeGreaterThanOrEqualTo(2);
    }

    /** On Ctrl-C and on kill, the state is saved and the message says how to resume. */
    @Test
    void anInterruptedTrainingPrintsHowToResume() throws Exception {
        Path log = folder.resolve("log");
        ProcessBuilder training =
                Terminal.process(folder, training("model.safetensors", 1000, " --checkpoint-every 1000 --log " + log));
        training.command().add(1, "-Depiwrap.terminal=true");
        Process process = training.start();
        while (!Files.exists(log) || Files.size(log) == 0) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(50);
        }
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("err")))
                .contains("train")
                .containsPattern("epiwrap: stopped after epoch \\d+, batch \\d+; run the same command again to resume");
        assertThat(folder.resolve("model.safetensors.checkpoint")).isNotEmptyFile();
        assertThat(folder.resolve("model.safetensors")).doesNotExist();
    }

    /** The training is not lost if the test is interrupted. */
    @Test
    void stoppedDuringTheTestItPrintsHowToResume() throws Exception {
        Process process = Terminal.process(
                        folder, "train --images 100 --epochs 1 --draws 10000000 --out " + path("model.safetensors"))
                .start();
        try {
            while (!Files.exists(folder.resolve("model.safetensors.checkpoint"))) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(50);
            }
            Thread.sleep(1000);
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(folder.resolve("err")))
                .contains("epiwrap: stopped after the training; run the same command again to resume");
        assertThat(folder.resolve("model.safetensors")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--data imagenet | imagenet must be a file or folder of data, or the name of built-in data (mnist,",
                "--net mlp:0 | mlp with the widths of its hidden layers",
                "--net vgg | must be lenet-5, resnet-18, vgg-16 (with a part of its channels such as vgg-16/2",
                "--estimator x | must be one of flipout, reparameterisation, local, but is 'x'",
                "--images 0 | --images must be a whole number from 1 to 60000, but is 0",
                "--images 60001 | --images must be a whole number from 1 to 60000, but is 60001",
                "--test-images 10001 | --test-images must be a whole number from 1 to 10000, but is 10001",
                "--epochs 0 | --epochs must be a whole number from 1 to 1000000, but is 0",
                "--learning-rate NaN | --learning-rate must be a finite number > 0, but is NaN",
                "--kl-weight -1 | --kl-weight must be a finite number >= 0, but is -1.0",
                "--batch 0 | --batch must be a whole number >= 1, but is 0",
                "--warm-start -1 | --warm-start must be a whole number from 0 to 1000000, but is -1",
                "--runs 0 | --runs must be a whole number from 1 to 1000, but is 0",
                "--threads 0 | --threads must be a whole number from 1 to 1024, but is 0",
                "--checkpoint-every -1 | --checkpoint-every must be a number of seconds from 0 to 1000000, but is -1.0",
                "--checkpoint-every 1e10 | --checkpoint-every must be a number of seconds from 0 to 1000000",
                "--seed 9223372036854775807 | --seed must be at most 9223372036854775806 for this number of runs"
            })
    void badInputIsOneSentence(String options, String sentence) {
        terminal.mustFail("train " + options, 2, sentence);
    }

    @Test
    void aMissingFolderIsReportedBeforeTraining() {
        terminal.mustFail(
                "train --out " + path("no/model.safetensors"), 2, "there is no folder " + folder.resolve("no"));
    }

    @Test
    void theCheckpointOfAnotherTrainingIsNotOverwritten() throws Exception {
        Path checkpoint = folder.resolve("model.safetensors.checkpoint");
        Files.writeString(checkpoint, "not a checkpoint");
        terminal.mustFail(training("model.safetensors", 3, ""), 2, checkpoint.toString());
        assertThat(checkpoint).hasContent("not a checkpoint");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    /** In a process of its own, with a data folder that is empty, and then with a mirror that is not there. */
    @Test
    void missingDataIsReportedWithTheCommandThatDownloadsIt() throws Exception {
        ProcessBuilder train = Terminal.process(folder, "train --data cifar-10");
        train.environment().put("EPIWRAP_DATA", folder.toString());
        assertThat(train.start().waitFor()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("err")))
                .contains("data_batch_1.bin")
                .contains("('epiwrap data get cifar-10' downloads it)")
                .hasLineCount(1);
        ProcessBuilder get = Terminal.process(folder, "data get cifar-10 --from http://127.0.0.1:9/");
        get.environment().put("EPIWRAP_DATA", folder.resolve("new").toString());
        assertThat(get.start().waitFor()).as("no fault of who asked").isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err")))
                .contains("http://127.0.0.1:9/cifar-10-binary.tar.gz cannot be reached")
                .hasLineCount(1);
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @Test
    void aFolderInPlaceOfAFileIsOneSentence() {
        terminal.mustFail("train --out " + folder, 2, folder + " must be a file, but is a folder");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLogOnAFullDiskIsOneSentence() {
        terminal.mustFail(
                "train --images 64 --test-images 10 --epochs 1 --log /dev/full",
                1,
                "cannot use /dev/full: its lines could not be written");
    }

    @Test
    void backbonesHaveNames() {
        Volume colour = new Volume(3, 32, 32);
        assertThat(Backbone.named("resnet-18").architecture(colour, 7).classes())
                .isEqualTo(7);
        assertThat(Backbone.named("vgg-16/4").architecture(colour, 7)).isEqualTo(Architecture.vgg16(colour, 7, 16));
        assertThat(BuiltInData.CIFAR_100.archive().orElseThrow().name()).contains("cifar-100");
    }

    @Test
    void divergenceIsOneSentence() {
        terminal.mustFail("train --images 500 --learning-rate 1e30", 1, "training diverged in epoch 1");
    }
}
