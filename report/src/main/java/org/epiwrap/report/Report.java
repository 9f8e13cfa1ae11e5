package org.epiwrap.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run found.
 *
 * <pre>{@code
 * Report report = Report.of("MNIST, 8 hidden units", Run.of("epiwrap demo --seed 1", 1).onThisMachine())
 *         .says("Right on 92.6 % of the test images.")
 *         .with(Section.of("One weight")
 *                 .with(WeightFigures.of(wrapped).all(streams.stream(0))))
 *         .with(Section.of("Calibration")
 *                 .with(Figure.of("Reliability", ReliabilityPlot.of(predictions.reliability()))));
 * ReportWriter.write(report, folder);
 * }</pre>
 *
 * @param summary the findings in a few lines
 * @param findings the numbers that the summary tells, by names that programs can rely on
 * @param sections whose tables all have different names
 */
public record Report(
        String title, List<String> summary, Map<String, Double> findings, List<Section> sections, Run run) {

    public Report {
        summary = List.copyOf(summary);
        findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
        sections = List.copyOf(sections);
        HashSet<String> names = new HashSet<>();
        for (Table table : tables(sections)) {
            if (!names.add(table.name())) {
                throw new IllegalArgumentException(
                        "the tables of a report must have different names, but two are '" + table.name() + "'");
            }
        }
    }

    public static Report of(String title, Run run) {
        return new Report(title, List.of(), Map.of(), List.of(), run);
    }

    /** With one more line of summary. */
    public Report says(String line) {
        List<String> more = new ArrayList<>(summary);
        more.add(line);
        return new Report(title, more, findings, sections, run);
    }

    public Report with(Section section) {
        List<Section> more = new ArrayList<>(sections);
        more.add(section);
        return new Report(title, summary, findings, more, run);
    }

    /** Of another run, such as one whose time is known now. */
    public Report in(Run another) {
        return new Report(title, summary, findings, sections, another);
    }

    /** The tables of all sections. */
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
