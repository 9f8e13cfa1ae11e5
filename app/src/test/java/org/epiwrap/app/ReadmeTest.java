package org.epiwrap.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in the README compiles and prints what the README says. */
class ReadmeTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("```java\\n(.*?)```\\s*prints\\s*```\\n(.*?)```", Pattern.DOTALL);

    @Test
    void theExampleIsTrue(@TempDir Path folder) throws Exception {
        Matcher readme = EXAMPLE.matcher(Files.readString(Path.of("..", "README.md")));
        assertThat(readme.find()).isTrue();
        Path source = Files.writeString(folder.resolve("Example.java"), readme.group(1));
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
        assertThat(code).as("compiles").isZero();
        assertThat(output(folder)).isEqualToNormalizingNewlines(readme.group(2));
    }

    private static String output(Path folder) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                PrintStream capture = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(capture);
            Method main = loader.loadClass("Example").getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
