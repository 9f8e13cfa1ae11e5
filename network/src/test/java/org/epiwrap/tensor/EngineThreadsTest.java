package org.epiwrap.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** How many threads the engine uses in a process of its own, whose environment and command line say nothing of them. */
class EngineThreadsTest {
    /** What is run in the other process: prints the engine's threads, and how many helped a thread with a convolution. */
    static final class Convolution {
        private Convolution() {}

        public static void main(String[] args) throws InterruptedException {
            convolve();
            long before = processThreads();
            Thread other = new Thread(() -> {
                convolve();
                System.out.println(
                        TensorEngine.threads() + " threads, " + (processThreads() - before - 1) + " helpers");
            });
            other.start();
            other.join();
        }

        private static void convolve() {
            Scope.run(() -> Tensor.zeros(64, 8, 64, 64).convolve(Tensor.zeros(16, 8, 5, 5), 1, 2));
        }

        private static long processThreads() {
            try (Stream<Path> all = Files.list(Path.of("/proc/self/task"))) {
                return all.count();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Without a compiler, whose threads come and go. */
    private static String printed(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xint"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Convolution.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("OMP_") || name.startsWith("MKL_"));
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return text;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void oneThreadUnlessAnotherNumberIsGiven() throws IOException, InterruptedException {
        assertThat(printed()).contains("1 threads, 0 helpers");
        assertThat(printed("-Depiwrap.threads=2")).contains("2 threads, 1 helpers");
    }

    @Test
    void aNumberOfThreadsThatIsNoneIsRefused() throws IOException, InterruptedException {
        assertThat(printed("-Depiwrap.threads=0"))
                .contains("epiwrap.threads must be a whole number from 1 to 1024, but is 0");
        assertThat(printed("-Depiwrap.threads=all"))
                .contains("epiwrap.threads must be a whole number from 1 to 1024, but is 'all'");
    }
}
