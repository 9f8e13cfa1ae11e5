package org.epiwrap.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.epiwrap.file.AtomicFile;

/**
 * Writes a report into a folder: {@code report.html}, which needs no other file and no network; {@code report.json} with
 * the run's facts and all tables; and a CSV file per table. It replaces a report that was there, with all its tables.
 */
public final class ReportWriter {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, ReportWriter.class.getClassLoader(), ReportWriter.class.getPackageName());
    private static final String STYLE = resource("report.css");
    private static final String SCRIPT = resource("report.js");

    private ReportWriter() {}

    /** Makes the folder if need be, writes the files into it, all or none, and gives the page's. */
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
        texts.put(json, json(report));
        Path page = folder.resolve("report.html");
        texts.put(page, html(report));
        AtomicFile.write(texts);
        for (String name : old) {
            Files.deleteIfExists(folder.resolve(Table.fileName(name)));
        }
        return page;
    }

    /** What {@code report.json} holds. */
    public static String json(Report report) {
        return Json.text(Json.of(report));
    }

    /** What {@code report.json} holds, and where the page is. */
    public static String json(Report report, Path page) {
        return Json.text(
                Json.of(report).put("report", page.toAbsolutePath().normalize().toString()));
    }

    static String html(Report report) {
        StringOutput html = new StringOutput();
        TEMPLATES.render("report.jte", new Page(report, STYLE, SCRIPT), html);
        return html.toString();
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(ReportWriter.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
