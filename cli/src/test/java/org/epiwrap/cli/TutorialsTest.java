package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.Raster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The commands of the tutorials do what the tutorials show. The {@code sh} blocks of a page run in its order, in a folder
 * that has the files beside the pages. The lines of a {@code text} block must begin lines of the output of the commands
 * since the block before, in that order. Words and counts must be equal. Numbers with decimals may differ as they do between
 * processors: percentages, which have two decimals, by three points, and others by 0.05. Spaces and seconds may differ.
 */
class TutorialsTest {
    private static final Path TUTORIALS = Path.of("..", "docs", "tutorials");
    private static final Pattern BLOCK =
            Pattern.compile("^```(sh|text)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:,[0-9]{3})*(?:\\.([0-9]+))?");
    private static final int MAX_MINUTES = 10;

    @TempDir
    private Path folder;

    private final StringBuilder output = new StringBuilder();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1-first-model.md",
                "2-out-of-distribution.md",
                "3-from-pytorch.md",
                "4-your-own-table.md",
                "5-your-own-pictures.md"
            })
    void commandsDoWhatThePageShows(String page) throws Exception {
        copyFiles();
        String text = Files.readString(TUTORIALS.resolve(page));
        assertThat(BLOCK.matcher(text).results()).hasSizeGreaterThan(6);
        BLOCK.matcher(text).results().forEach(block -> {
            if (block.group(1).equals("sh")) {
                block.group(2).replaceAll(" *\\\\\n *", " ").lines().forEach(this::run);
            } else {
                assertShown(block.group(2).lines().toList());
                output.setLength(0);
            }
        });
    }

    /** The table and the pictures are what the pages say they are: made up, by a program that anyone can run. */
    @Test
    void theDataOfTheTutorialsIsMadeUp() throws IOException {
        TutorialData.write(folder);
        assertThat(TUTORIALS.resolve("customers.csv")).hasSameTextualContentAs(folder.resolve("customers.csv"));
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> pictures =
                    files.filter(file -> file.toString().endsWith(".png")).toList();
            assertThat(pictures).hasSize(183);
            for (Path picture : pictures) {
                Path shown = TUTORIALS.resolve(folder.relativize(picture).toString());
                assertThat(pixels(shown)).as("%s", shown).isEqualTo(pixels(picture));
            }
        }
    }

    private static int[] pixels(Path file) throws IOException {
        Raster raster = ImageIO.read(file.toFile()).getRaster();
        return raster.getPixels(0, 0, raster.getWidth(), raster.getHeight(), (int[]) null);
    }

    /** Puts what the commands need where the pages say it is. */
    private void copyFiles() throws IOException {
        try (Stream<Path> files = Files.walk(TUTORIALS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve("docs/tutorials").resolve(TUTORIALS.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private void run(String line) {
        assertThat(line).startsWith("./epiwrap ");
        try {
            Process process = Terminal.process(
                            folder, line.substring("./epiwrap ".length()).strip())
                    .directory(folder.toFile())
                    .start();
            assertThat(process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).as(line).isTrue();
            assertThat(process.exitValue())
                    .as("%s: %s", line, Files.readString(folder.resolve("err")))
                    .isZero();
            output.append(Files.readString(folder.resolve("out")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void assertShown(List<String> shown) {
        List<String> lines = output.toString().lines().toList();
        int from = 0;
        for (String line : shown) {
            int at = from;
            while (at < lines.size() && !begins(line, lines.get(at))) {
                at++;
            }
            assertThat(at)
                    .as("'%s' must come in %s", line, lines.subList(from, lines.size()))
                    .isLessThan(lines.size());
            from = at + 1;
        }
    }

    private static boolean begins(String shown, String line) {
        if (!words(line).startsWith(words(shown))) {
            return false;
        }
        List<MatchResult> wanted = numbers(shown);
        List<MatchResult> found = numbers(line);
        return IntStream.range(0, wanted.size()).allMatch(i -> isClose(wanted.get(i), found.get(i)));
    }

    private static boolean isClose(MatchResult one, MatchResult other) {
        if (one.group(1) == null || other.group(1) == null) {
            return one.group().equals(other.group());
        }
        double tolerance = one.group(1).length() == 2 ? 3 : 0.05;
        return one.group(1).length() == other.group(1).length() && Math.abs(value(one) - value(other)) <= tolerance;
    }

    private static double value(MatchResult number) {
        return Double.parseDouble(number.group().replace(",", ""));
    }

    private static List<MatchResult> numbers(String line) {
        return NUMBER.matcher(withoutSeconds(line)).results().toList();
    }

    private static String words(String line) {
        return NUMBER.matcher(withoutSeconds(line))
                .replaceAll("0")
                .replaceAll("[\\s\\h]+", " ")
                .strip();
    }

    private static String withoutSeconds(String line) {
        return line.replaceAll("[0-9.]+ s$", "a few s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mlp:16 on mnist: 20,000 images, 8 s | mlp:16 on mnist: 20,000 images, 11.2 s | true",
                "mlp:16 on mnist: 20,000 images      | mlp:16 on mnist: 10,000 images, 8 s    | false",
                "test 0.5836 84.95                   | test  0.6211  82.03  97.66             | true",
                "test 0.5836 84.95                   | test  0.5836  81.03  97.66             | false",
                "test 0.5836 84.95                   | test  0.5236  84.95  97.66             | false",
                "seven.png: 7 (probability 0.997)    | seven.png: 1 (probability 0.997)       | false",
                "seven.png: 7                        | seven.png: abstains; most likely 7     | false",
            })
    void figuresMayDifferAsTheyDoBetweenProcessors(String shown, String line, boolean same) {
        assertThat(begins(shown, line)).isEqualTo(same);
    }
}
