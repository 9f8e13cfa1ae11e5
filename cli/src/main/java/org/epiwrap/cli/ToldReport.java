package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;

/** A report that is printed and written; if it cannot be written, what took so long to find is printed all the same. */
final class ToldReport {
    private ToldReport() {}

    /**
     * Prints and writes a report.
     *
     * @param text prints what people are told, unless it is JSON that is wanted
     */
    static void tell(Report report, Path folder, boolean json, PrintWriter out, Runnable text) throws IOException {
        if (!json) {
            text.run();
            out.flush();
        }
        Path page;
        try {
            page = ReportWriter.write(report, folder);
        } catch (IOException e) {
            if (json) {
                out.print(ReportWriter.json(report));
            }
            throw e;
        }
        if (json) {
            out.print(ReportWriter.json(report, page));
        } else {
            out.println("report: " + page.toAbsolutePath().normalize());
        }
    }
}
