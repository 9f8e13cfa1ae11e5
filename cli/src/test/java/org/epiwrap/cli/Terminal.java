package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Gives commands and reads what they answer. */
final class Terminal {
    private String out = "";
    private String err = "";

    /** The exit code of a command, here and now; arguments are parted by spaces. */
    int run(String line) {
        StringWriter standard = new StringWriter();
        StringWriter error = new StringWriter();
        int code = Main.run(line.split(" "), new PrintWriter(standard), new PrintWriter(error));
        out = standard.toString();
        err = error.toString();
        return code;
    }

    /** Of the last command. */
    String out() {
        return out;
    }

    /** Of the last command. */
    String err() {
        return err;
    }

    JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out);
    }

    /** The command must succeed. */
    void must(String line) {
        assertThat(run(line)).as("%s: %s", line, err).isZero();
    }

    /** The command must fail with one sentence that says this. */
    void mustFail(String line, int code, String sentence) {
        assertThat(run(line)).as(line).isEqualTo(code);
        assertThat(out).isEmpty();
        assertThat(err.strip()).startsWith("epiwrap: ").contains(sentence).doesNotContain("\n", "\tat ", "Exception");
    }

    /** A command in a process of its own, its answers in the files {@code out} and {@code err} of a folder. */
    static ProcessBuilder process(Path folder, String line) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What measures coverage here measures it there too.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-javaagent"))
                .forEach(command::add);
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(line.split(" ")));
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
    }
}
