package org.epiwrap.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.metrics.Spread;
import org.epiwrap.report.plot.Curve;
import org.epiwrap.report.plot.LinePlot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Table TABLE = Table.of(
                    "results",
                    "All <of> them.",
                    Column.text("who"),
                    Column.number("n", 1).higherIsBetter())
            .row(Cell.of("<script>alert(1)</script>"), Cell.of(Spread.of(1, 3)))
            .row(Cell.of("b"), Cell.missing());
    private static final Figure FIGURE =
            Figure.of("A line", LinePlot.of("x", "y").with(Curve.of("a", new double[] {0, 1}, new double[] {1, 2})));
    private static final Report REPORT = Report.of(
                    "A & B",
                    Run.of("epiwrap demo --seed 3", 3)
                            .setting("net", "mlp:8")
                            .version("epiwrap", "0.1.0")
                            .took("training", Duration.ofMillis(1234)))
            .withSummary("First \"finding\".")
            .with(Section.of("One")
                    .withText("Text.")
                    .with(TABLE)
                    .with(FIGURE)
                    .with(FIGURE.captioned("A caption."))
                    .withText("More.")
                    .with(FIGURE.described("Described.")));

    @Test
    void writesThePageTheTablesAndTheFacts(@TempDir Path folder) throws IOException {
        Path page = ReportWriter.write(REPORT, folder.resolve("deep/report"));
        assertThat(page).isEqualTo(folder.resolve("deep/report/report.html"));
        try (Stream<Path> files = Files.list(page.getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("report.html", "report.json", "results.csv");
        }
        assertThat(Files.readString(page)).isEqualTo(ReportWriter.html(REPORT));
        assertThat(Files.readString(page.resolveSibling("results.csv"))).isEqualTo(Csv.of(TABLE));
    }

    /** Whatever a file says its tables are called, nothing but those beside it is deleted. */
    @Test
    void replacesTheTablesOfTheReportBefore(@TempDir Path folder) throws IOException {
        Path inside = Files.createDirectory(folder.resolve("report"));
        Path outside = Files.writeString(folder.resolve("kept.csv"), "1");
        Path other = Files.writeString(inside.resolve("other.csv"), "2");
        Path old = Files.writeString(inside.resolve("old.csv"), "3");
        Files.writeString(inside.resolve("report.json"), "{\"tables\":{\"../kept\":{},\"old\":{},\"results\":{}}}");
        ReportWriter.write(REPORT, inside);
        assertThat(old).doesNotExist();
        assertThat(outside).exists();
        assertThat(other).exists();
        assertThat(inside.resolve("results.csv")).exists();
        Files.writeString(inside.resolve("report.json"), "{\"tables\":");
        ReportWriter.write(REPORT, inside);
        assertThat(other).exists();
    }

    @Test
    void factsAndTablesAreInTheJson() throws IOException {
        JsonNode root = new ObjectMapper().readTree(Json.text(Json.of(REPORT)));
        assertThat(root.at("/title").asText()).isEqualTo("A & B");
        assertThat(root.at("/summary/0").asText()).isEqualTo("First \"finding\".");
        assertThat(root.at("/run/command").asText()).isEqualTo("epiwrap demo --seed 3");
        assertThat(root.at("/run/seeds/0").asLong()).isEqualTo(3);
        assertThat(root.at("/run/settings/net").asText()).isEqualTo("mlp:8");
        assertThat(root.at("/run/versions/epiwrap").asText()).isEqualTo("0.1.0");
        assertThat(root.at("/run/seconds/training").asDouble()).isEqualTo(1.234);
        assertThat(root.at("/tables/results/rows/0/n").asDouble()).isEqualTo(2);
        assertThat(root.at("/tables/results/rows/0/n deviation").asDouble()).isEqualTo(Math.sqrt(2));
        assertThat(root.at("/tables/results/rows/1/n").isNull()).isTrue();
        assertThat(root.at("/tables/results/rows/1/who").asText()).isEqualTo("b");
    }

    @Test
    void resultsAndTermsKeepTheirOrder() throws IOException {
        Map<String, Double> results = new LinkedHashMap<>();
        results.put("z", 0.5);
        results.put("a", 1.0);
        Report report = new Report("R", List.of(), results, List.of(), Run.of("c"));
        assertThat(new ObjectMapper()
                        .readTree(ReportWriter.json(report, Optional.empty()))
                        .get("results"))
                .hasToString("{\"z\":0.5,\"a\":1.0}");
        assertThat(new ObjectMapper()
                        .readTree(ReportWriter.json(REPORT, Optional.empty()))
                        .has("results"))
                .isFalse();
        Map<String, String> terms = new LinkedHashMap<>();
        terms.put("δ", "a <discount>");
        terms.put("U", "non-specificity");
        assertThat(ReportWriter.html(REPORT.with(Section.of("Terms").with(new Definitions(terms)))))
                .containsSubsequence("<dt>δ</dt><dd>a &lt;discount&gt;</dd>", "<dt>U</dt>");
    }

    /** A caption can be read, selected and read out without its link. */
    @Test
    void captionsAndLinksStandApart() {
        assertThat(ReportWriter.html(REPORT))
                .contains("All &lt;of&gt; them.</p>", "<p class=\"download\">Download <a href=\"results.csv\">");
    }

    @Test
    void thePageEscapesWhatItIsGiven() {
        assertThat(ReportWriter.html(REPORT))
                .contains("<h1>A &amp; B</h1>", "All &lt;of&gt; them.")
                .contains("data-key=\"&lt;script>alert(1)&lt;/script>\">&lt;script&gt;alert(1)&lt;/script&gt;</td>")
                .doesNotContain("<script>alert");
    }

    @Test
    void thePageNeedsNoNetwork() {
        assertThat(ReportWriter.html(REPORT)).doesNotContain("http:", "https:", "@import", "url(", "<link rel=\"style");
    }

    @Test
    void equalReportsAreEqualPages() {
        assertThat(ReportWriter.html(REPORT)).isEqualTo(ReportWriter.html(REPORT));
    }

    @Test
    void figuresThatFollowEachOtherStandSideBySide() {
        assertThat(REPORT.sections().get(0).rows()).extracting(List::size).containsExactly(1, 1, 2, 1, 1);
    }

    @Test
    void factsAreShownOnlyIfThereAreAny() {
        assertThat(ReportWriter.html(Report.of("Bare", Run.of("true"))))
                .contains("<code>true</code>")
                .doesNotContain("Settings", "Versions", "Times", "<ul class=\"summary\">");
    }

    @Test
    void tablesNeedDifferentNames() {
        assertThatThrownBy(() -> REPORT.with(Section.of("Two").with(TABLE)))
                .hasMessage("the tables of a report must have different names, but two are 'results'");
    }

    @Test
    void timesAreEasyToReadInAnyLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Run.format(Duration.ofMillis(1500))).isEqualTo("1.50 s");
        } finally {
            Locale.setDefault(before);
        }
        assertThat(Run.format(Duration.ofMillis(12))).isEqualTo("0.01 s");
        assertThat(Run.format(Duration.ofMillis(23_450))).isEqualTo("23.5 s");
        assertThat(Run.format(Duration.ofSeconds(83))).isEqualTo("1 min 23 s");
        assertThat(Run.format(Duration.ofSeconds(7384))).isEqualTo("2 h 03 min");
    }

    @Test
    void seedsAndTheMachineAreFacts() {
        Run run = Run.of("c", 1, 2).setting("a", "b").onThisMachine();
        assertThat(run.shownSettings()).containsExactly(Map.entry("a", "b"), Map.entry("seeds", "1, 2"));
        assertThat(Run.of("c", 9).shownSettings()).containsEntry("seed", "9");
        assertThat(run.versions()).containsKeys("Java", "system", "processors");
        assertThat(run.versions().get("Java")).endsWith(Runtime.version().toString());
    }
}
