package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Runs commands and keeps what they print. */
final class Terminal {
    private String out = "";
    private String err = "";

    /** Runs a command in this process and returns its exit code; arguments are separated by spaces. */
    int run(Object... words) {
        StringWriter standard = new StringWriter();
        StringWriter error = new StringWriter();
        int code = Main.run(arguments(words), new PrintWriter(standard), new PrintWriter(error));
        out = standard.toString();
        err = error.toString();
        return code;
    }

    private static String[] arguments(Object... words) {
        String line = Arrays.stream(words).map(String::valueOf).collect(Collectors.joining(" "));
        return line.isEmpty() ? new String[0] : line.split(" ");
    }

    /** Returns what the last command printed. */
    String out() {
        return out;
    }

    /** Returns what the last command printed on stderr. */
    String err() {
        return err;
    }

    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }

    /** Runs a command that must succeed. */
    void must(Object... words) {
        int code = run(words);
        assertThat(code).as("%s: %s", Arrays.toString(words), err).isZero();
    }

    /** Runs a command that must fail with one sentence that contains this. */
    void mustFail(String line, int code, String sentence) {
        assertThat(run(line)).as(line).isEqualTo(code);
        assertThat(out).isEmpty();
        assertThat(err.strip()).startsWith("epiwrap: ").contains(sentence).doesNotContain("\n", "\tat ", "Exception");
    }

    /** Kills a command in a process of its own, some milliseconds after it has written a checkpoint. */
    static void kill(Path folder, String line, Path checkpoint, long delay) throws IOException, InterruptedException {
        FileTime before = written(checkpoint);
        Process process = process(folder, line).start();
        while (written(checkpoint).equals(before)) {
            assertThat(process.isAlive())
                    .as("alive before %s is written", checkpoint)
                    .isTrue();
            Thread.sleep(1);
        }
        Thread.sleep(delay);
        process.destroyForcibly().waitFor();
    }

    private static FileTime written(Path file) throws IOException {
        return Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
    }

    /** Returns a command in a process of its own, which prints to the files {@code out} and {@code err} of a folder. */
    static ProcessBuilder process(Path folder, Object... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The agent that measures test coverage.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-javaagent"))
                .forEach(command::add);
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments(words)));
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
    }
}
