package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class DescribeCommandTest extends CommandTest {
    private Path table(String name) throws IOException {
        List<String> lines = new ArrayList<>(List.of("id,size,colour,kind"));
        for (int i = 0; i < 100; i++) {
            lines.add(i + "," + (i % 9 == 0 ? "" : 0.5 * i) + "," + (i % 3 == 0 ? "red" : "blu\u001b[31me") + ","
                    + (i % 2 == 0 ? "whale" : "mouse"));
        }
        return Files.write(folder.resolve(name), lines);
    }

    @Test
    void aTableIsDescribedInText() throws Exception {
        terminal.must("data describe", table("a.csv"), "--label kind");
        assertThat(terminal.out())
                .startsWith(folder.resolve("a.csv") + ": 100 rows, 4 columns, 2 classes of kind")
                .containsPattern("size +numeric +number +12 ")
                .containsPattern("mouse +50 +50.0")
                .contains("warning: The column 'id' looks like an identifier", "blu\\u001b[31me")
                .doesNotContain("\u001b");
    }

    @Test
    void jsonHasColumnsClassesAndWarnings() throws Exception {
        terminal.must("data describe", table("a.csv"), "--label kind --ignore size --json");
        JsonNode json = terminal.json();
        assertThat(json.get("rows").asInt()).isEqualTo(100);
        assertThat(json.get("columns").get(1).get("use").asText()).isEqualTo("ignored");
        assertThat(json.get("columns").get(1).get("numbers").get("maximum").asDouble())
                .isEqualTo(49.0);
        assertThat(json.get("columns")
                        .get(2)
                        .get("commonest")
                        .get(0)
                        .get("count")
                        .asInt())
                .isEqualTo(66);
        assertThat(json.get("classes").get(0).get("count").asInt()).isEqualTo(50);
        assertThat(json.get("warnings"))
                .extracting(each -> each.get("kind").asText())
                .contains("identifier");
    }

    @Test
    void rowsThatAreAlsoTestedOnAreFound() throws Exception {
        terminal.must("data describe", table("a.csv"), "--label kind --test", table("b.csv"), "--json");
        assertThat(terminal.json().get("warnings"))
                .extracting(each -> each.get("kind").asText())
                .contains("shared-rows");
    }

    @Test
    void whatCannotBeLearntFromIsDescribedNevertheless() throws Exception {
        Path one = Files.write(folder.resolve("one.csv"), List.of("a,b,y", "1,2,x", "2,3,x", "3,5,x"));
        terminal.must("data describe", one, "--label y");
        assertThat(terminal.out())
                .contains("warning: Nothing can be learnt from it as it is: ", "must have at least two values");
        terminal.must("data describe", one, "--label y --ignore a,b --json");
        assertThat(terminal.json().get("warnings").get(0).get("sentence").asText())
                .contains("must have a column to learn from");
        terminal.mustFail("data describe " + one + " --label z", 2, "must have the column 'z', but has only a, b, y");
        terminal.mustFail("data describe " + one + " --delimiter xx", 2, "one character, or 'tab'");
        terminal.mustFail("data describe " + folder.resolve("none.csv"), 2, "there is none");
    }

    @Test
    void thePageHasAFigureOfEachColumn() throws Exception {
        Path page = folder.resolve("page");
        terminal.must("data describe", table("a.csv"), "--label kind --report", page);
        assertThat(terminal.out()).contains("report: " + page.resolve("report.html"));
        String html = Files.readString(page.resolve("report.html"));
        assertThat(html).contains("Warnings", "looks like an identifier", "Distributions", "share of rows");
        assertThat(html.indexOf("Warnings")).isLessThan(html.indexOf("Distributions"));
        assertThat(html.split("<svg", -1)).as("the classes and three columns").hasSize(5);
        assertThat(Files.readString(page.resolve("classes.csv"))).contains("whale");
    }

    @Test
    void picturesAreCountedByClassAndSize() throws Exception {
        for (int i = 0; i < 4; i++) {
            Path file = folder.resolve("pictures/" + (i < 3 ? "cat" : "dog") + "/" + i + ".png");
            Files.createDirectories(file.getParent());
            ImageIO.write(new BufferedImage(i == 0 ? 9 : 8, 8, BufferedImage.TYPE_BYTE_GRAY), "png", file.toFile());
        }
        Files.writeString(folder.resolve("pictures/dog/broken.png"), "no picture");
        Path pictures = folder.resolve("pictures");
        terminal.must("data describe", pictures);
        assertThat(terminal.out())
                .startsWith("pictures: 4 pictures of 2 classes")
                .containsPattern("cat +3")
                .contains("2 different sizes", "1 of the files are no complete pictures", "dog/broken.png");
        terminal.mustFail("data describe " + pictures + " --label y", 2, "--label must be used with a table");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        terminal.mustFail("data describe " + empty, 2, "must have a folder of pictures");
    }

    @Test
    void builtInDataIsDescribed() {
        terminal.must("data describe mnist");
        assertThat(terminal.out()).startsWith("mnist: 60,000 pictures of 10 classes, and 10,000 to test on");
    }
}
