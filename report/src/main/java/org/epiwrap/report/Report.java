package org.epiwrap.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of a run: a summary, sections with tables and figures, and how to reproduce them.
 *
 * <pre>{@code
 * Report report = Report.of("MNIST, 8 hidden units", Run.of("epiwrap demo --seed 1", 1).onThisMachine())
 *         .withSummary("Accuracy 92.6 % on the test images.")
 *         .with(Section.of("One weight")
 *                 .with(new WeightFigures(wrapped).all(streams.stream(0))))
 *         .with(Section.of("Calibration")
 *                 .with(Figure.of("Reliability diagram", new ReliabilityPlot(predictions.reliability()))));
 * ReportWriter.write(report, folder);
 * }</pre>
 *
 * @param summary the results in a few lines
 * @param results the numbers of the summary, by names that programs can rely on
 * @param sections whose tables all have different names
 */
public record Report(String title, List<String> summary, Map<String, Double> results, List<Section> sections, Run run) {

    public Report {
        summary = List.copyOf(summary);
        results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
        sections = List.copyOf(sections);
        HashSet<String> names = new HashSet<>();
        for (Table table : tables(sections)) {
            if (!names.add(table.name())) {
                throw new IllegalArgumentException(
                        "the tables of a report must have different names, but two are '" + table.name() + "'");
            }
        }
    }

    /** Returns an empty report of a run. */
    public static Report of(String title, Run run) {
        return new Report(title, List.of(), Map.of(), List.of(), run);
    }

    /** Returns this report with one more line of summary. */
    public Report withSummary(String line) {
        List<String> more = new ArrayList<>(summary);
        more.add(line);
        return new Report(title, more, results, sections, run);
    }

    /** Returns this report with one more section. */
    public Report with(Section section) {
        List<Section> more = new ArrayList<>(sections);
        more.add(section);
        return new Report(title, summary, results, more, run);
    }

    /** Returns this report of another run, such as one whose time is known by now. */
    public Report with(Run another) {
        return new Report(title, summary, results, sections, another);
    }

    /** Returns the tables of all sections. */
    public List<Table> tables() {
        return tables(sections);
    }

    private static List<Table> tables(List<Section> sections) {
        return sections.stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .toList();
    }
}
