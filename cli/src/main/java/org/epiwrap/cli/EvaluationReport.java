package org.epiwrap.cli;

import java.util.List;
import java.util.Optional;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;

/** What was measured of a network as a page. */
final class EvaluationReport {
    /** What the pictures of single images show. */
    static final String BARS =
            "A bar spans the bounds of a class's probability, which it keeps to for any weights inside"
                    + " their intervals; strong bars are classes that cannot be ruled out, by comparing two at a time, which says"
                    + " more than their bars.";

    private EvaluationReport() {}

    static Report of(
            String headline, Run run, Evaluated evaluated, List<Table> tables, Optional<StrangerTable> strangers) {
        Report report = Report.of("epiwrap evaluates", run)
                .says(headline)
                .with(Section.of("Test images").with(tables).with(evaluated.figures()));
        if (!evaluated.examples().isEmpty()) {
            report = report.with(Section.of("Single images").says(BARS).with(evaluated.examples()));
        }
        if (strangers.isPresent()) {
            report = report.with(Section.of("Images from elsewhere")
                    .with(strangers.get().table())
                    .with(strangers.get().histograms()));
        }
        return report;
    }
}
