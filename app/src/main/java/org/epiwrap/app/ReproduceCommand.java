package org.epiwrap.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.study.Effort;
import org.epiwrap.study.Lab;
import org.epiwrap.study.Measurement;
import org.epiwrap.study.Study;
import org.epiwrap.study.StudyListener;
import org.epiwrap.tensor.TensorEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "reproduce", description = "Reproduces tables.", mixinStandardHelpOptions = true)
final class ReproduceCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "STUDY")
    private List<String> studies = List.of();

    @Option(names = "--runs")
    private int runs = 3;

    @Option(names = "--seed")
    private long seed = 1;

    @Option(names = "--quick")
    private boolean quick;

    @Option(names = "--out")
    private Path out = Path.of("reproduce");

    @Override
    public Integer call() throws IOException {
        TensorEngine.useThreads(1);
        long start = System.nanoTime();
        StudyListener listener = new StudyListener() {
            @Override
            public TrainingListener training(String task) {
                return step -> {
                    if (step.endsEpoch()) {
                        spec.commandLine()
                                .getErr()
                                .printf(
                                        Locale.ROOT,
                                        "%.0f s %s epoch %d of %d loss %.4f%n",
                                        (System.nanoTime() - start) / 1e9,
                                        task,
                                        step.epoch() + 1,
                                        step.epochs(),
                                        step.epochLoss());
                    }
                };
            }

            @Override
            public void measured(Measurement cell) {
                spec.commandLine().getErr().printf(Locale.ROOT, "%.0f s %s%n", (System.nanoTime() - start) / 1e9, cell);
            }
        };
        try (Lab lab = new Lab(out, quick ? Effort.quick() : Effort.full(), seed, runs, listener)) {
            for (String study : studies) {
                Study.valueOf(study.toUpperCase(Locale.ROOT)).run(lab);
            }
        }
        return 0;
    }
}
