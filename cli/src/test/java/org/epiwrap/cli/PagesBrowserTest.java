package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import org.epiwrap.browser.Browser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages that commands write, in a real browser. What they looked like is in target/screenshots. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesBrowserTest {
    private static final int DESKTOP = 1280;

    private Browser browser;
    private Map<String, Path> pages;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        browser = Browser.start()
                .orElseGet(() -> Assumptions.abort("no chromium and chromedriver on the PATH; ./check installs them"));
        Terminal terminal = new Terminal();
        StoredModels models = StoredModels.in(folder);
        terminal.must("demo --images 600 --quiet --out " + folder.resolve("demo"));
        terminal.must("inspect " + models.bayesian() + " --weight dense0:7 --out " + folder.resolve("inspect"));
        terminal.must("evaluate " + models.abstaining() + " --test-images 300 --against fashion-mnist,noise --report "
                + folder.resolve("evaluate"));
        terminal.must("predict " + models.abstaining() + " " + digits(folder.resolve("digits")) + " --report "
                + folder.resolve("predict"));
        terminal.must(
                "reproduce table3 arc --quick --runs 2 --processes 1 --quiet --out " + folder.resolve("reproduce"));
        pages = Map.of(
                "demo", folder.resolve("demo").resolve("report.html"),
                "inspect", folder.resolve("inspect").resolve("report.html"),
                "evaluate", folder.resolve("evaluate").resolve("report.html"),
                "predict", folder.resolve("predict").resolve("report.html"),
                "reproduce", folder.resolve("reproduce").resolve("report.html"));
    }

    /** A folder with pictures of three test images. */
    private static Path digits(Path folder) throws IOException {
        Files.createDirectories(folder);
        byte[] pixels = new byte[784];
        for (int image = 0; image < 3; image++) {
            StoredModels.TEST.pixels(image, image + 1, pixels);
            BufferedImage picture = new BufferedImage(28, 28, BufferedImage.TYPE_BYTE_GRAY);
            picture.getRaster().setDataElements(0, 0, 28, 28, pixels);
            ImageIO.write(
                    picture, "png", folder.resolve("digit-" + image + ".png").toFile());
        }
        return folder;
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // Three test images of each verdict, one image of each OOD dataset, histograms of EU, TU and UF,
        // the accuracy–rejection curve, the reliability diagram, and four figures of a weight.
        "demo,1280,25", "demo,390,25",
        "inspect,1280,4", "inspect,390,4",
        // As the demo without a weight, but no decision of the model is wrong, and it abstains by TU0, whose histograms
        // are added.
        "evaluate,1280,14", "evaluate,390,14",
        "predict,1280,3", "predict,390,3",
        // Accuracy–rejection curves of two networks, wrapped and INN, for each of two presets.
        "reproduce,1280,4", "reproduce,390,4"
    })
    void everythingIsThereAndNothingIsInTheWay(String page, int width, long plots) throws Exception {
        browser.open(pages.get(page), width, "light");
        browser.photograph(Path.of("target", "screenshots", page + "-" + width + ".png"));

        assertThat(browser.console()).isEmpty();
        assertThat(browser.ask("return document.documentElement.scrollWidth"))
                .as("the width of the page")
                .isEqualTo((long) width);
        assertThat(browser.ask("return document.querySelectorAll('figure svg').length"))
                .isEqualTo(plots);
        assertThat(browser.overlaps()).isEmpty();
        assertThat(browser.outside()).isEmpty();
        assertThat(browser.cut()).isEmpty();
        assertThat(browser.touching()).isEmpty();
        assertThat(browser.broken()).isEmpty();
        if (width == DESKTOP) {
            assertThat(browser.scrolling()).isEmpty();
        }
        assertThat(browser.pictureWidths()).doesNotContain(0L);
        assertThat(browser.pictureWidths().isEmpty()).as("without pictures").isEqualTo(page.equals("reproduce"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "inspect", "evaluate", "predict", "reproduce"})
    void paperHasAllOfItAndFiguresSideBySide(String page) {
        browser.openOnPaper(pages.get(page));
        assertThat(browser.scrolling()).isEmpty();
        assertThat(browser.cut()).isEmpty();
        assertThat(browser.touching()).isEmpty();
        assertThat(browser.ask("return document.documentElement.scrollWidth > innerWidth"))
                .as("beyond the paper")
                .isEqualTo(false);
        assertThat(browser.ask("""
                        const [one, two] = [...document.querySelectorAll('figure')].map(f => f.getBoundingClientRect());
                        return one.top === two.top && one.right < two.left
                        """)).as("side by side").isEqualTo(true);
    }

    /** Tables and texts included, there are fewer sheets than half the figures. */
    @Test
    void sheetsOfPaperHoldSeveralFigures() throws Exception {
        browser.open(pages.get("demo"), DESKTOP, "light");
        Number figures = (Number) browser.ask("return document.querySelectorAll('figure').length");
        assertThat(browser.print(Path.of("target", "screenshots", "demo.pdf"))).isBetween(2, figures.intValue() / 2);
    }
}
