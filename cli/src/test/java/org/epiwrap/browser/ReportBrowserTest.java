package org.epiwrap.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.epiwrap.report.ReportWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser. What it looked like is in target/screenshots. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportBrowserTest {
    private static final int DESKTOP = 1280;
    private static final int PHONE = 390;

    private Browser browser;
    private Path page;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        browser = Browser.start()
                .orElseGet(() -> Assumptions.abort("no chromium and chromedriver on the PATH; ./check installs them"));
        page = ReportWriter.write(SampleReport.report(), folder);
    }

    @AfterAll
    void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1280,light", "1280,dark", "390,light", "390,dark"})
    void everythingIsThereAndNothingIsInTheWay(int width, String scheme) throws IOException {
        browser.open(page, width, scheme);
        browser.photograph(Path.of("target", "screenshots", "report-" + width + "-" + scheme + ".png"));

        assertThat(browser.console()).isEmpty();
        assertThat(browser.ask("return document.documentElement.scrollWidth"))
                .as("the width of the page")
                .isEqualTo((long) width);
        assertThat(browser.ask("return document.querySelectorAll('figure svg').length"))
                .isEqualTo(SampleReport.FIGURES);
        assertThat(browser.ask("""
                        return [...document.querySelectorAll('figure svg')]
                            .map(svg => svg.getBoundingClientRect())
                            .filter(box => !(box.width > 300 && box.height > 100)).length
                        """)).as("figures that are too small to see").isEqualTo(0L);
        assertThat(browser.overlaps()).isEqualTo(List.of());
        assertThat(browser.outside()).isEqualTo(List.of());
        assertThat(browser.cut()).isEmpty();
        assertThat(browser.touching()).isEmpty();
        assertThat(browser.broken()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1280,light", "390,light", "390,dark"})
    void tablesShowThatTheyGoOnAndKeepTheirFirstColumn(int width, String scheme) {
        browser.open(page, width, scheme);
        assertThat(browser.scrolling()).contains("table-training");
        assertThat(edgesOf("training")).isEqualTo(new Edges(false, true, 0));
        browser.scrollToEnd("training");
        assertThat(edgesOf("training")).isEqualTo(new Edges(true, false, 0));
    }

    @Test
    void tablesThatHaveRoomShowNoEdges() {
        browser.open(page, DESKTOP, "light");
        assertThat(browser.scrolling()).isEqualTo(List.of("table-training"));
        assertThat(edgesOf("accuracy")).isEqualTo(new Edges(false, false, 0));
        assertThat(edgesOf("ood-detection")).isEqualTo(new Edges(false, false, 0));
    }

    /** In the middle, up to 24 points from both ends of the page. */
    @Test
    void aWideTableTakesTheWholeWidthOfThePage() {
        browser.open(page, DESKTOP, "light");
        assertThat(browser.ask("""
                        const box = document.querySelector('#table-training + .scroll').getBoundingClientRect();
                        return [Math.round(box.width),
                            Math.round(document.documentElement.clientWidth - box.right - box.left)]
                        """)).isEqualTo(List.of(1232L, 0L));
    }

    /** What is looked for above would be found if it were there. */
    @Test
    void faultsAreSeen() {
        browser.open(page, DESKTOP, "light");
        browser.ask("""
                const text = document.querySelector('figure svg text');
                text.after(text.cloneNode(true));
                text.setAttribute('x', -10);
                console.error('a fault');
                const number = document.querySelector('#table-accuracy + .scroll tbody td:nth-child(3)');
                number.style.padding = number.previousElementSibling.style.padding = 0;
                number.style.textAlign = 'left';
                document.querySelector('#table-training + .scroll').style.overflow = 'hidden';
                const header = document.querySelector('#table-choices + .scroll th:nth-child(7) button');
                header.style.minWidth = header.style.maxWidth = '2rem';
                """);
        assertThat(browser.broken()).containsExactly("misclassifications,");
        assertThat(browser.touching()).singleElement().asString().startsWith("92.54 ± 0.09 | ");
        assertThat(browser.cut())
                .contains("table-training: no")
                .noneMatch(cell -> cell.toString().startsWith("table-accuracy"));
        assertThat(browser.overlaps())
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1);
        assertThat(browser.outside())
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1);
        assertThat(browser.console()).singleElement().asString().contains("a fault");
    }

    @Test
    void everyPictureLoads() {
        browser.open(page, DESKTOP, "light");
        // Two Dirichlet densities, three grey images of 28 points a side and two in colour of 32.
        assertThat(browser.pictureWidths()).isEqualTo(List.of(400L, 400L, 28L, 28L, 28L, 32L, 32L));
    }

    @Test
    void darkPagesAreDark() {
        browser.open(page, DESKTOP, "dark");
        assertThat(browser.ask("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(20, 23, 27)");
        assertThat(browser.ask("return getComputedStyle(document.querySelector('svg .area.s1')).fill"))
                .isEqualTo("rgb(86, 169, 228)");
    }

    @Test
    void aClickSortsATable() {
        browser.open(page, DESKTOP, "light");
        WebElement seconds = header("seconds");
        seconds.click();
        assertThat(columnOf("accuracy.csv", 4)).containsExactly("101.0", "12.5", "9.2");
        assertThat(sortOf(seconds)).isEqualTo("descending");
        seconds.click();
        assertThat(columnOf("accuracy.csv", 4)).containsExactly("9.2", "12.5", "101.0");
        assertThat(sortOf(seconds)).isEqualTo("ascending");
    }

    @Test
    void theKeyboardSortsATable() {
        browser.open(page, PHONE, "light");
        WebElement network = header("network");
        network.sendKeys(Keys.ENTER);
        assertThat(columnOf("accuracy.csv", 0))
                .containsExactly("Bayesian, average of 50", "interval network", "wrapped, order kept");
        assertThat(sortOf(network)).isEqualTo("ascending");
        network.sendKeys(Keys.TAB);
        browser.driver().switchTo().activeElement().sendKeys(Keys.SPACE);
        assertThat(sortOf(network)).isEqualTo("none");
        assertThat(columnOf("accuracy.csv", 1)).containsExactly("92.54 ± 0.09", "91.58 ± 0.14", "91.28");
    }

    @Test
    void whatIsMissingComesLastEitherWay() {
        browser.open(page, DESKTOP, "light");
        WebElement ece = header("ECE");
        ece.click();
        assertThat(columnOf("accuracy.csv", 3)).last().isEqualTo("–");
        ece.click();
        assertThat(columnOf("accuracy.csv", 3)).last().isEqualTo("–");
    }

    /**
     * What the edges of a table show.
     *
     * @param left whether it was moved
     * @param right whether it goes on
     * @param away the distance of the first column from the left edge
     */
    private record Edges(boolean left, boolean right, long away) {}

    private Edges edgesOf(String table) {
        List<?> found = (List<?>) browser.ask("""
                const scroll = document.querySelector('#table-%s + .scroll');
                const first = scroll.querySelector('tbody td');
                return [getComputedStyle(first, '::after').content !== 'none',
                    getComputedStyle(scroll).maskImage !== 'none',
                    Math.round(first.getBoundingClientRect().left - scroll.getBoundingClientRect().left)]
                """.formatted(table));
        return new Edges((boolean) found.get(0), (boolean) found.get(1), (long) found.get(2));
    }

    private WebElement header(String name) {
        return browser.driver().findElement(By.xpath("//th/button[text()='" + name + "']"));
    }

    private String sortOf(WebElement button) {
        return button.findElement(By.xpath("..")).getDomAttribute("aria-sort");
    }

    private List<String> columnOf(String file, int column) {
        return browser
                .driver()
                .findElements(By.xpath("//div[p/a[text()='" + file + "']]//tbody/tr/td[" + (column + 1) + "]"))
                .stream()
                .map(cell -> cell.getDomProperty("textContent"))
                .toList();
    }
}
