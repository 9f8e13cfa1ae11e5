package org.epiwrap.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.prediction.Prediction;

/** Serves predictions of one model to several threads. A model may be shared: each thread gets what it would get alone. */
public final class PredictInService {
    private static final int THREADS = 4;
    private static final int REQUESTS = 100;

    private PredictInService() {}

    /**
     * Answers requests from several threads.
     *
     * @param args the file of an epistemic model of digits, such as {@link TrainAndWrap} writes
     */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Dataset requests = BuiltInData.MNIST.load(Part.TEST).subset(0, REQUESTS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (EpistemicModel model = EpistemicModel.read(Path.of(args[0]))) {
            List<Callable<String>> tasks = new ArrayList<>();
            for (int i = 0; i < requests.size(); i++) {
                byte[] pixels = new byte[requests.shape().size()];
                requests.pixels(i, i + 1, pixels);
                tasks.add(() -> respond(model.predict(pixels)));
            }
            // Returns when every task has ended, also those that fail: none uses the model after it is closed.
            for (Future<String> response : threads.invokeAll(tasks)) {
                System.out.println(response.get());
            }
        } finally {
            threads.shutdown();
        }
    }

    /** Returns the predicted class, or the reason for asking a person. */
    static String respond(Prediction prediction) {
        return prediction
                .abstention()
                .map(why -> "ask a person: perhaps " + prediction.labelName() + ", but " + why.inWords())
                .orElseGet(prediction::labelName);
    }
}
