package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ImageFiles;
import org.epiwrap.data.ImageShape;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.tensor.TensorEngine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "predict",
        description = {
            "Says of each image what it shows, and how sure that is. An interval network with calibrated scores says"
                    + " that it does not know an image whose score is above its threshold.",
            "Pictures may be PNG, JPEG, GIF or BMP. They must have the height and width of the model's images. A grey"
                    + " model sees colours by their luma; a colour model sees grey as three equal channels; what is"
                    + " transparent is black.",
            "In CSV a row is an image, its pixels in the order channels, height, width; a first row of words is a"
                    + " header. Pixels are from 0 to 1 if some number of the first image has a decimal point, else from"
                    + " 0 to 255; --white settles it."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap predict wrapped.safetensors seven.png",
            "  epiwrap predict wrapped.safetensors seven.png --among 1,7",
            "  epiwrap predict wrapped.safetensors scans/ --resize --report predictions",
            "  epiwrap predict model.safetensors t10k-images-idx3-ubyte.gz --draws 20 --json"
        })
final class PredictCommand implements Callable<Integer> {
    private static final String HOW_TO_CALIBRATE =
            "'epiwrap wrap' adds them to a Bayesian network, 'epiwrap tune' to an interval network";

    /** Images that are held at once, however many there are. */
    private static final int BATCH = 500;

    private static final int USUAL_DRAWS = 50;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MODEL", description = "A Bayesian or an interval network.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Pictures, folders of pictures, images in MNIST's format (IDX, also gzipped) or in CSV.")
    private List<Path> files = List.of();

    @Option(names = "--resize", description = "Bring images of another size to the model's, by area means.")
    private boolean resize;

    @Option(
            names = "--white",
            paramLabel = "1|255",
            description = "What stands for white in CSV (default: the first image decides).")
    private @Nullable Integer white;

    @Option(
            names = "--threshold",
            paramLabel = "X",
            description = "Abstain from images whose score is above X, from 0 to 1 (default: the model's own).")
    private @Nullable Double threshold;

    @Option(
            names = "--score",
            paramLabel = "SCORE",
            converter = Choices.ScoreName.class,
            completionCandidates = Choices.ScoreName.class,
            description = "The score that --threshold is of: ${COMPLETION-CANDIDATES} (default: TU).")
    private @Nullable Score score;

    @Option(
            names = "--draws",
            paramLabel = "N",
            description = "Draws of a Bayesian network that are averaged (default: 50).")
    private @Nullable Integer draws;

    @Option(
            names = "--among",
            paramLabel = "CLASS",
            split = ",",
            description =
                    "Also tell the belief and the plausibility that the class is one of these, by their names: how far the"
                            + " radii of the weights can grow before another class may win decides of them, not the intervals of"
                            + " probabilities.")
    private List<String> among = List.of();

    @Option(names = "--describe", description = "Say all that is known of each image, in several lines.")
    private boolean describe;

    @Option(names = "--json", description = "Print one JSON object per image, one per line.")
    private boolean json;

    @Option(
            names = "--report",
            paramLabel = "FOLDER",
            description = "Also write a page with the first 50 images, their probabilities and intervals.")
    private @Nullable Path report;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads of the tensor engine (default: 1 for mlp, else one per processor).")
    private @Nullable Integer threads;

    @Option(names = "--quiet", description = "No remarks on stderr.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        if (threshold != null) {
            Check.share("--threshold", threshold);
        } else if (score != null) {
            throw new IllegalArgumentException("--score must come with a --threshold, but there is none");
        }
        if (draws != null) {
            Check.atLeast("--draws", draws, 1);
        }
        if (white != null && white != 1 && white != 255) {
            throw new IllegalArgumentException("--white must be 1 or 255, but is " + white);
        }
        // Pictures are decoded, never shown.
        System.setProperty("java.awt.headless", "true");
        try (StoredModel model = StoredModel.read(file)) {
            TensorEngine.useThreads(threads != null ? threads : RunOptions.usualThreads(model.architecture()));
            if (report != null) {
                OutputFolder.check(report);
            }
            if (model instanceof EpistemicModel interval) {
                return predict(interval);
            }
            return predict((BayesianModel) model);
        }
    }

    private int predict(BayesianModel model) throws IOException {
        if (threshold != null) {
            throw new IllegalArgumentException("--threshold must be of an interval network's scores, but " + file
                    + " is a Bayesian network; 'epiwrap wrap' makes one of it");
        }
        refuseAmong();
        return predict(model, Answers.bayesian(model, draws != null ? draws : USUAL_DRAWS));
    }

    private int predict(EpistemicModel model) throws IOException {
        if (draws != null) {
            throw new IllegalArgumentException(
                    "--draws must be of a Bayesian network, but " + file + " is an interval network");
        }
        Optional<Predictor> predictor = model.predictor();
        if (predictor.isPresent()) {
            return predict(model, Answers.scored(withThreshold(predictor.get()), among(model)));
        }
        refuseAmong();
        if (threshold != null) {
            throw new IllegalArgumentException(
                    "--threshold must be of calibrated scores, but " + file + " has none; " + HOW_TO_CALIBRATE);
        }
        remark(file + " has no calibrated scores and never abstains; " + HOW_TO_CALIBRATE);
        if (model.network().crossed() == 0) {
            return predict(model, Answers.bounded(model, model.network()));
        }
        remark(
                "the bounds of some weights have crossed in fine-tuning; they are put in order, which may change labels");
        try (IntervalNetwork ordered = model.network().inOrder()) {
            return predict(model, Answers.bounded(model, ordered));
        }
    }

    private Optional<ClassSet> among(EpistemicModel model) {
        return among.isEmpty()
                ? Optional.empty()
                : Optional.of(new ClassNames(model.card().classNames()).set(among.toArray(String[]::new)));
    }

    private void refuseAmong() {
        if (!among.isEmpty()) {
            throw new IllegalArgumentException(
                    "--among must be asked of an interval network with calibrated scores, but " + file + " is none; "
                            + HOW_TO_CALIBRATE);
        }
    }

    private Predictor withThreshold(Predictor predictor) {
        return threshold == null
                ? predictor
                : predictor.with(new Abstention(score != null ? score : Score.TU, threshold));
    }

    private void remark(String text) {
        if (!quiet) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("epiwrap: " + text);
            err.flush();
        }
    }

    private int predict(StoredModel model, Answers answers) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Volume volume = model.architecture().input();
        ImageShape shape = new ImageShape(volume.channels(), volume.height(), volume.width());
        PredictionReport page = new PredictionReport(Arguments.of(spec), file, model, shape);
        OptionalInt scale = white == null ? OptionalInt.empty() : OptionalInt.of(white);
        try (ImageFiles images = ImageFiles.of(files, shape, resize, scale)) {
            byte[] image = new byte[shape.pixels()];
            boolean more = true;
            while (more) {
                List<String> names = new ArrayList<>();
                byte[] pixels = new byte[Math.multiplyExact(BATCH, image.length)];
                while (names.size() < BATCH && (more = images.next(image))) {
                    System.arraycopy(image, 0, pixels, names.size() * image.length, image.length);
                    names.add(images.name());
                }
                if (!names.isEmpty()) {
                    answers.of(dataset(shape, pixels, names.size()), (i, answer) -> {
                        out.println(text(names.get(i), answer));
                        if (report != null) {
                            page.add(
                                    names.get(i),
                                    Arrays.copyOfRange(pixels, i * image.length, (i + 1) * image.length),
                                    answer);
                        }
                    });
                }
                if (out.checkError()) {
                    // Nobody reads any more, such as behind 'head', or the disk is full, which is told at the end.
                    return 0;
                }
            }
        }
        if (report != null) {
            Path written = ReportWriter.write(page.report(), report);
            remark("the report is " + written);
        }
        return 0;
    }

    /** The labels of images that have none are not looked at. */
    private static Dataset dataset(ImageShape shape, byte[] pixels, int count) {
        return Dataset.of(
                "images", shape, List.of("unknown"), Arrays.copyOf(pixels, count * shape.pixels()), new byte[count]);
    }

    private String text(String name, Answer answer) {
        if (json) {
            return answer.json(name).toString();
        }
        // A file's name may hold what a terminal obeys.
        String shown = name.replaceAll("\\p{Cntrl}", "?");
        return shown + ": " + (describe ? answer.describe() : answer.line());
    }
}
