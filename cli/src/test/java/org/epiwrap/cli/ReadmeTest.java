package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.epiwrap.model.EpistemicModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the README compile and do what the README says. */
class ReadmeTest {
    private static final Pattern EXAMPLE = Pattern.compile(
            "```java\\n((?:(?!```).)*?class (\\w+) .*?)```\\s*prints\\s*```\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void aWeightIsWrapped() throws Exception {
        Matcher readme = example("Example");
        assertThat(output(readme)).isEqualToNormalizingNewlines(readme.group(3));
    }

    /** What it prints there is said by the model of the README's commands, which is another than this one. */
    @Test
    void digitsArePredicted() throws Exception {
        Matcher readme = example("Digits");
        StoredModels models = StoredModels.in(folder);
        List<String> expected = new ArrayList<>();
        try (EpistemicModel model = EpistemicModel.read(models.abstaining())) {
            model.predictor()
                    .orElseThrow()
                    .predict(
                            StoredModels.TEST.subset(0, 10),
                            (image, said) ->
                                    expected.add(said.abstains() ? "ask a person: " + said : said.labelName()));
        }
        assertThat(output(readme, models.abstaining().toString()).lines().toList())
                .isEqualTo(expected)
                .anyMatch(line -> line.startsWith("ask a person: unknown, perhaps "));
        assertThat(readme.group(3).lines())
                .hasSize(expected.size())
                .allMatch(line -> line.matches("\\d|ask a person: unknown, perhaps \\d \\(.*\\)"));
    }

    private static Matcher example(String name) throws Exception {
        Matcher readme = EXAMPLE.matcher(Files.readString(Path.of("..", "README.md")));
        while (readme.find()) {
            if (readme.group(2).equals(name)) {
                return readme;
            }
        }
        throw new AssertionError("the README has no example " + name);
    }

    private String output(Matcher readme, String... args) throws Exception {
        Path source = Files.writeString(folder.resolve(readme.group(2) + ".java"), readme.group(1));
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
        assertThat(code).as("compiles").isZero();
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                PrintStream capture = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(capture);
            Method main = loader.loadClass(readme.group(2)).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) args);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
