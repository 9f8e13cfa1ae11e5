package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever command meets a table that cannot be read: one sentence, exit code 2 and no stack trace. */
class HostileDataTest extends CommandTest {
    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void everyCommandRefusesInOneSentence() throws IOException {
        String good = IntStream.range(0, 60)
                .mapToObj(i -> i * 0.37 % 5 + "," + (i % 2 == 0 ? "a" : "b") + "\n")
                .collect(Collectors.joining("", "x,y\n", ""));
        Path data = write("good.csv", good);
        Path model = folder.resolve("m.safetensors");
        Path wrapped = folder.resolve("w.safetensors");
        terminal.must("train --quiet --epochs 1 --label y --data", data, "-o", model);
        terminal.must("wrap --quiet", model, "--data", data, "-o", wrapped);
        String[][] cases = {
            {"ragged.csv", good + "1,a,2\n", "line 62: expected 2 cells as in the header, but found 3"},
            {"empty.csv", "", "must have a header with the names of columns, but is empty"},
            {"twice.csv", good.replaceFirst("x,", "x,x,"), "columns must have different names"},
            {"quote.csv", good + "\"1,a\n", "expected a quoted cell to end with its quote"},
            {"nul.csv", good.replaceFirst("x", "x\0"), "found bytes that are no text"}
        };
        for (String[] each : cases) {
            Path file = write(each[0], each[1]);
            terminal.mustFail("data describe --label y " + file, 2, each[2]);
            terminal.mustFail("train --quiet --epochs 1 --label y --data " + file, 2, each[2]);
            terminal.mustFail("wrap --quiet " + model + " --data " + file + " -o " + folder.resolve("no"), 2, each[2]);
            terminal.mustFail("evaluate --quiet " + wrapped + " --data " + file, 2, each[2]);
            assertThat(terminal.run("predict", wrapped, file)).isEqualTo(2);
            assertThat(terminal.err().strip()).contains(each[2]).doesNotContain("\n", "\tat ", "Exception");
        }
        assertThat(folder.resolve("no")).doesNotExist();
    }
}
