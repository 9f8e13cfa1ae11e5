package org.epiwrap.report.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import org.epiwrap.data.load.DataDescriber;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.data.profile.Description;
import org.epiwrap.data.profile.PictureDescription;
import org.epiwrap.data.profile.PictureDescription.ClassCount;
import org.epiwrap.data.profile.PictureDescription.SizeCount;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataReportTest {
    @TempDir
    private Path folder;

    private Description table() throws Exception {
        StringBuilder text = new StringBuilder("id,colour,length,when,kind\n");
        for (int i = 0; i < 80; i++) {
            text.append(i + 1)
                    .append(i % 3 == 0 ? ",red," : ",blue,")
                    .append(i % 20 == 0 ? "" : String.valueOf(i * i % 37 / 2.0))
                    .append(",2024-01-")
                    .append(10 + i % 20)
                    .append(i % 9 == 0 ? ",pike\n" : ",perch\n");
        }
        Path file = Files.writeString(folder.resolve("fish.csv"), text);
        return DataDescriber.describe(
                file.toString(), DataOptions.withDefaults().withLabel("kind"));
    }

    @Test
    void aTableIsShownColumnByColumn() throws Exception {
        Description fish = table();
        List<Table> tables = DescriptionTables.of(fish, UnaryOperator.identity());
        assertThat(tables).extracting(Table::caption).contains("Columns", "Classes");
        assertThat(DescriptionTables.headline(fish)).contains("80 rows", "5 columns", "2 classes of kind");
        ObjectNode json = DescriptionJson.of(fish);
        assertThat(json.toString()).contains("identifier", "colour", "perch", "\"rows\":80");
        Report page = DataReport.of(fish, Run.of("epiwrap data describe"));
        String html = Files.readString(ReportWriter.write(page, folder.resolve("report")));
        assertThat(html).contains("fish.csv", "length", "<svg", "pike");
    }

    @Test
    void numbersHaveNoZerosAtTheirEnd() {
        assertThat(DoubleStream.of(5.4, 0.2, 1230.4, 70.35, 3, -0.05, 1.0001).mapToObj(DescriptionTables::number))
                .containsExactly("5.4", "0.2", "1230", "70.35", "3", "-0.05", "1");
    }

    @Test
    void picturesAreShownByClassAndSize() throws Exception {
        Description pets = PictureDescription.of(
                "pets",
                List.of(new ClassCount("cat", 40, 10), new ClassCount("dog", 2, 0)),
                List.of(new SizeCount(28, 28, 50), new SizeCount(32, 28, 2)));
        assertThat(DescriptionTables.of(pets, UnaryOperator.identity())).isNotEmpty();
        assertThat(DescriptionTables.headline(pets)).contains("pets");
        assertThat(DescriptionJson.of(pets).toString()).contains("cat", "28");
        Report page = DataReport.of(pets, Run.of("epiwrap data describe"));
        assertThat(Files.readString(ReportWriter.write(page, folder.resolve("pets"))))
                .contains("cat", "dog");
    }
}
