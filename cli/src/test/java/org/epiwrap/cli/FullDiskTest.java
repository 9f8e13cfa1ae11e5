package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files cannot grow beyond a limit: writing fails half-way, as on a full disk. */
class FullDiskTest extends CommandTest {
    private static final int KIBIBYTES = 8;

    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(
            strings = {
                "train --images 200 --test-images 10 --epochs 1 --quiet --out FOLDER/model.safetensors",
                "wrap BAYESIAN --scale fan-in --test-images 10 --quiet --out FOLDER/wrapped.safetensors",
                "export BAYESIAN --to npz --out FOLDER/posterior.npz",
                "reproduce table2 --quick --runs 1 --processes 1 --quiet --out FOLDER/workspace",
                "inspect BAYESIAN --weight dense0:7 --quiet --out FOLDER/pictures"
            })
    void nothingHalfWrittenIsLeft(String line) throws Exception {
        Path models = Files.createDirectory(folder.resolve("models"));
        Path written = Files.createDirectory(folder.resolve("written"));
        String given = line.replace(
                        "BAYESIAN", StoredModels.in(models).bayesian().toString())
                .replace("FOLDER", written.toString());
        assertThat(limited(given)).as(given).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err")))
                .startsWith("epiwrap: cannot use " + written)
                .contains("File too large")
                .hasLineCount(1);
        try (Stream<Path> left = Files.walk(written)) {
            assertThat(left.filter(file ->
                            Files.isRegularFile(file) && !file.toString().contains(".locks")))
                    .isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void lostOutputIsReportedUnlessTheReaderIsGone() throws Exception {
        ProcessBuilder lost = Terminal.process(folder, "data list").redirectOutput(new File("/dev/full"));
        assertThat(lost.start().waitFor()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err")))
                .startsWith("epiwrap: the output could not be written completely: No space left on device")
                .hasLineCount(1);
        List<String> command = new ArrayList<>(List.of("bash", "-c", "set -o pipefail; \"$@\" | true", "unread"));
        ProcessBuilder unread = Terminal.process(folder, "data list");
        command.addAll(unread.command());
        assertThat(unread.command(command).start().waitFor()).isZero();
        assertThat(folder.resolve("err")).isEmptyFile();
    }

    /** Predictions are written as they are made, until nobody reads them. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void lostPredictionsAreReportedUnlessTheReaderIsGone() throws Exception {
        Path images = folder.resolve("images.csv");
        Files.write(images, Collections.nCopies(2000, "0" + ",0".repeat(783)));
        String line = "predict " + StoredModels.in(folder).abstaining() + " " + images + " --quiet";
        ProcessBuilder lost = Terminal.process(folder, line).redirectOutput(new File("/dev/full"));
        assertThat(lost.start().waitFor()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err")))
                .startsWith("epiwrap: the output could not be written completely: No space left on device")
                .hasLineCount(1);
        List<String> command = new ArrayList<>(List.of("bash", "-c", "set -o pipefail; \"$@\" | head -1", "unread"));
        ProcessBuilder unread = Terminal.process(folder, line);
        command.addAll(unread.command());
        assertThat(unread.command(command).start().waitFor()).isZero();
        assertThat(folder.resolve("err")).isEmptyFile();
        assertThat(folder.resolve("out")).content().hasLineCount(1);
    }

    /** The engine's library is unpacked into the user's cache when it is first needed. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void anEngineThatCannotBeUnpackedIsOneSentence() throws Exception {
        ProcessBuilder train = Terminal.process(folder, "train --images 100 --epochs 1");
        train.environment().put("DJL_CACHE_DIR", "/dev/null/cache");
        assertThat(train.start().waitFor()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err")).strip())
                .isEqualTo("epiwrap: cannot use /dev/null/cache: Not a directory");
    }

    /** The engine's own message does not name the folder. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void anEngineWithoutRoomIsOneSentence() throws Exception {
        ProcessBuilder train = limitedProcess("train --images 100 --epochs 1");
        Path cache = folder.resolve("cache");
        train.environment().put("DJL_CACHE_DIR", cache.toString());
        assertThat(train.start().waitFor()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("err")).strip())
                .isEqualTo("epiwrap: the engine cannot be unpacked into " + cache
                        + ": File too large; set DJL_CACHE_DIR to another folder");
    }

    /** The training ends when it is asked to, but reports that the state was not saved. */
    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(120)
    void aStateThatCannotBeSavedIsReported() throws Exception {
        Path model = folder.resolve("model.safetensors");
        Path log = folder.resolve("log");
        Process training = limitedProcess("train --images 10000 --epochs 100000 --checkpoint-every 1000 --quiet --out "
                        + model + " --log " + log)
                .start();
        while (!Files.exists(log) || Files.size(log) == 0) {
            assertThat(training.isAlive()).isTrue();
            Thread.sleep(5);
        }
        training.destroy();
        assertThat(training.waitFor()).isEqualTo(128 + 15);
        assertThat(Files.readString(folder.resolve("err")).strip())
                .isEqualTo("epiwrap: stopped, but the state could not be saved: cannot use " + model
                        + ".checkpoint: File too large");
    }

    private int limited(String line) throws IOException, InterruptedException {
        return limitedProcess(line).start().waitFor();
    }

    private ProcessBuilder limitedProcess(String line) {
        ProcessBuilder process = Terminal.process(folder, line);
        List<String> command =
                new ArrayList<>(List.of("bash", "-c", "ulimit -f " + KIBIBYTES + "; exec \"$@\"", "limited"));
        // Neither coverage nor the virtual machine's own files fit below the limit.
        process.command().stream()
                .filter(argument -> !argument.startsWith("-javaagent"))
                .forEach(command::add);
        command.add(5, "-XX:-UsePerfData");
        return process.command(command);
    }

    @Test
    void aFolderThatCannotBeCreatedIsReportedBeforeTheWork() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        for (String command : List.of("demo", "reproduce table2 --quick", "inspect MODEL --weight dense0:0")) {
            String line =
                    command.replace("MODEL", StoredModels.in(folder).bayesian().toString());
            terminal.mustFail(line + " --out " + file, 2, file + " must be a folder, but " + file + " is a file");
            terminal.mustFail(line + " --out " + file + "/below", 2, "the folder " + file + "/below cannot be created");
        }
    }
}
