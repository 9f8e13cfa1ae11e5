package org.epiwrap.app;

import java.util.List;
import java.util.Optional;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;

/** What was measured of a network as a page. */
final class EvaluationReport {
    private EvaluationReport() {}

    static Report of(
            String headline, Run run, Evaluated evaluated, List<Table> tables, Optional<StrangerTable> strangers) {
        Report report = Report.of("epiwrap evaluates", run)
                .says(headline)
                .with(Section.of("Test images").with(tables).with(evaluated.figures()));
        if (!evaluated.examples().isEmpty()) {
            report = report.with(Section.of("Single images")
                    .says(
                            "A bar spans the probabilities a class can have for any weights inside their intervals; strong"
                                    + " bars are classes that cannot be ruled out.")
                    .with(evaluated.examples()));
        }
        if (strangers.isPresent()) {
            report = report.with(Section.of("Images from elsewhere")
                    .with(strangers.get().table())
                    .with(strangers.get().histograms()));
        }
        return report;
    }
}
