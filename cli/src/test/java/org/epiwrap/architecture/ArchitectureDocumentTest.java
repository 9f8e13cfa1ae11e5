package org.epiwrap.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ARCHITECTURE.md names packages and files that exist, in their order; public types are documented. */
class ArchitectureDocumentTest {
    private static final Path HOME = Path.of("..");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("^ *public ([a-z-]+ )*(class|record|interface|enum|@interface) ");
    private static final Pattern STEP_BACK = Pattern.compile("`([^`]+)` → `([^`]+)`");

    private static String section(String heading) throws IOException {
        return Files.readString(HOME.resolve("ARCHITECTURE.md"))
                .replaceAll("(?s).*\n## " + Pattern.quote(heading) + "\n", "")
                .replaceAll("(?s)\n## .*", "");
    }

    /** A row of a table: the names in its cells that are marked as code. */
    private static List<List<List<String>>> rows(String heading) throws IOException {
        List<List<List<String>>> rows = new ArrayList<>();
        section(heading).lines().filter(line -> line.startsWith("|")).skip(2).forEach(line -> {
            List<List<String>> cells = new ArrayList<>();
            for (String cell : line.substring(1).split("\\|", -1)) {
                cells.add(NAME.matcher(cell)
                        .results()
                        .map(found -> found.group(1))
                        .toList());
            }
            rows.add(cells);
        });
        assertThat(rows).as(heading).hasSizeGreaterThan(5);
        return rows;
    }

    private static Path folder(String module, String name) {
        return HOME.resolve(module).resolve("src/main/java/org/epiwrap").resolve(name.replace('.', '/'));
    }

    @Test
    void everyRoomHasItsPackageAndItsFirstFile() throws IOException {
        String module = "";
        List<Path> listed = new ArrayList<>();
        for (List<List<String>> row : rows("The rooms")) {
            module = row.get(0).isEmpty() ? module : row.get(0).get(0);
            for (String name : row.get(1)) {
                Path folder = folder(module, name);
                listed.add(folder.normalize());
                assertThat(row.get(3))
                        .isNotEmpty()
                        .allSatisfy(file ->
                                assertThat(folder.resolve(file + ".java")).exists());
            }
        }
        assertThat(listed).containsExactlyInAnyOrderElementsOf(packages());
    }

    /** Doclint can demand this only together with a comment on every method, parameter and result. */
    @Test
    void everyPublicTypeHasJavadoc() throws IOException {
        List<String> without = new ArrayList<>();
        for (Path folder : packages()) {
            try (var files = Files.newDirectoryStream(folder, "*.java")) {
                for (Path file : files) {
                    List<String> lines = Files.readAllLines(file);
                    for (int i = 0; i < lines.size(); i++) {
                        if (PUBLIC_TYPE.matcher(lines.get(i)).find() && !hasJavadoc(lines, i)) {
                            without.add(file + ": " + lines.get(i).strip());
                        }
                    }
                }
            }
        }
        assertThat(without).isEmpty();
    }

    /** Nothing but annotations may stand between the comment and the type; they have no empty line. */
    private static boolean hasJavadoc(List<String> lines, int type) {
        int at = type - 1;
        while (!lines.get(at).isBlank() && !lines.get(at).endsWith("*/")) {
            at--;
        }
        return lines.get(at).endsWith("*/");
    }

    private static List<Path> packages() throws IOException {
        List<Path> all = new ArrayList<>();
        try (var modules = Files.newDirectoryStream(HOME, Files::isDirectory)) {
            for (Path module : modules) {
                Path sources = module.resolve("src/main/java");
                if (Files.isDirectory(sources)) {
                    try (var files = Files.walk(sources)) {
                        files.filter(file -> file.endsWith("package-info.java"))
                                .forEach(file -> all.add(file.resolveSibling("").normalize()));
                    }
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"A weight through `wrap`", "An image through `predict`"})
    void aWalkFollowsTheRoomsButForTheStepsBackThatItNames(String walk) throws IOException {
        List<String> rooms =
                rows("The rooms").stream().flatMap(row -> row.get(1).stream()).toList();
        List<String> entered = rows(walk).stream().map(row -> row.get(0).get(0)).toList();
        assertThat(rooms).containsAll(entered);
        List<String> back = new ArrayList<>();
        for (int i = 1; i < entered.size(); i++) {
            if (rooms.indexOf(entered.get(i)) < rooms.indexOf(entered.get(i - 1))) {
                back.add(entered.get(i - 1) + " to " + entered.get(i));
            }
        }
        assertThat(STEP_BACK.matcher(section(walk)).results().map(step -> step.group(1) + " to " + step.group(2)))
                .containsExactlyElementsOf(back);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A weight through `wrap`", "An image through `predict`"})
    void aWalkEntersEachPackageOnceAndItsFilesExist(String walk) throws IOException {
        List<Path> packages = packages();
        List<String> entered = new ArrayList<>();
        for (List<List<String>> row : rows(walk)) {
            String name = row.get(0).get(0);
            assertThat(entered).doesNotContain(name);
            entered.add(name);
            assertThat(row.get(1))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(packages)
                            .filteredOn(folder -> folder.endsWith(Path.of("org/epiwrap", name.replace('.', '/'))))
                            .singleElement()
                            .satisfies(folder ->
                                    assertThat(folder.resolve(file + ".java")).exists()));
        }
    }
}
