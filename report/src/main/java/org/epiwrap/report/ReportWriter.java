package org.epiwrap.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.file.AtomicFile;
import org.epiwrap.report.svg.Svg;

/**
 * Writes a report into a folder: {@code report.html}, which needs no other file and no network; {@code report.json} with
 * the facts of the run and all tables; and a CSV file for each table. It replaces an earlier report with its tables.
 */
public final class ReportWriter {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, ReportWriter.class.getClassLoader(), ReportWriter.class.getPackageName());
    private static final String STYLE = Svg.style() + "\n" + Svg.resource(ReportWriter.class, "report.css");
    private static final String SCRIPT = Svg.resource(ReportWriter.class, "report.js");

    private ReportWriter() {}

    /** Creates the folder if necessary, writes all files or none, and returns the page. */
    public static Path write(Report report, Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        Path json = folder.resolve("report.json");
        Set<String> old = Json.tables(json);
        Map<Path, String> texts = new LinkedHashMap<>();
        for (Table table : report.tables()) {
            texts.put(folder.resolve(table.fileName()), Csv.of(table));
            old.remove(table.name());
        }
        texts.put(json, json(report, Optional.empty()));
        Path page = folder.resolve("report.html");
        texts.put(page, html(report));
        AtomicFile.write(texts);
        for (String name : old) {
            Files.deleteIfExists(folder.resolve(Table.fileName(name)));
        }
        return page;
    }

    /** Returns the contents of {@code report.json}, and where the page is if it was written. */
    public static String json(Report report, Optional<Path> page) {
        ObjectNode json = Json.of(report);
        page.ifPresent(
                path -> json.put("report", path.toAbsolutePath().normalize().toString()));
        return Json.text(json);
    }

    static String html(Report report) {
        StringOutput html = new StringOutput();
        TEMPLATES.render("report.jte", new Page(report, STYLE, SCRIPT), html);
        return html.toString();
    }
}
