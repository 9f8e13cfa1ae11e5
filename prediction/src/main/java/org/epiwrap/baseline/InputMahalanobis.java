package org.epiwrap.baseline;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.epiwrap.check.Check;
import org.epiwrap.credal.PrincipalComponents;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;

/**
 * Scores an example by its Mahalanobis distance to the nearest class, in the principal components of what a network
 * receives.
 *
 * <p>Each number is standardised: x = (number − mean)/deviation over the training set, with deviation 1 where it is
 * constant. With z = Wᵀx the first principal components, μ_c the mean of z over class c and S the covariance of z − μ_c
 * over all classes together, the score is min_c √((z − μ_c)ᵀ S⁻¹ (z − μ_c)). Standardising matters: ink where the
 * training set has hardly any identifies out-of-distribution images, and components of unscaled brightness hardly show it.
 * It also makes the normalisation of images irrelevant: their bytes are taken as they are.
 *
 * <p>All this is computed from sums of numbers and of their products. The covariance of x is the correlation of the numbers.
 * The covariance within the classes is the total one minus that between the classes: S = Λ − Σ_c (n_c/n) μ_c μ_cᵀ with the
 * variances Λ of the components. Of rows, a millionth of Λ is added to S, since a column may tell the class without error.
 * With S = LLᵀ and the deviations D, the score is the Euclidean distance after the map A = D⁻¹WL⁻ᵀ, which is what is stored.
 */
public final class InputMahalanobis implements InputBaseline {
    /** The name for images. */
    public static final String PIXELS = "pixel PCA-Mahalanobis";

    /** The name for rows. */
    public static final String ROWS = "row PCA-Mahalanobis";

    /** The maximum number of components unless specified. */
    public static final int DEFAULT_COMPONENTS = 64;

    /** How many rows of a table are taken at most, drawn at random but always the same. */
    private static final int MAX_ROWS = 100_000;

    private static final long SAMPLE_SEED = 1;
    private static final int BATCH = 256;
    private static final double RIDGE = 1e-6;

    private final Input input;
    private final MappedCentres centres;

    private InputMahalanobis(Input input, MappedCentres centres) {
        this.input = input;
        this.centres = centres;
    }

    /** Fits the baseline to a training set with at most {@link #DEFAULT_COMPONENTS} components. */
    public static InputMahalanobis fit(Dataset train, Input input) {
        return fit(train, input, DEFAULT_COMPONENTS);
    }

    /**
     * Fits the baseline to a training set. Takes time proportional to examples × numbers² + numbers³, and little for numbers
     * that are zero. The result does not depend on the number of threads.
     *
     * @param components the maximum number of components; fewer are used if the examples vary in fewer directions
     */
    public static InputMahalanobis fit(Dataset train, Input input, int components) {
        Check.atLeast("components", components, 1);
        boolean pictures = input instanceof PictureInput;
        Check.between("train's size", train.size(), 2, pictures ? PixelSums.MAX_IMAGES : Integer.MAX_VALUE);
        input.check(train);
        Dataset sample = pictures || train.size() <= MAX_ROWS
                ? train
                : train.shuffled(SAMPLE_SEED).subset(0, MAX_ROWS);
        InputSums sums = pictures ? PixelSums.of(sample) : EncodedSums.of(sample, input);
        int numbers = input.shape().size();
        double[] deviations = deviations(sums, numbers);
        DMatrixRMaj correlation =
                matrix(numbers, numbers, (i, j) -> sums.covariance(i, j) / (deviations[i] * deviations[j]));
        PrincipalComponents principal =
                PrincipalComponents.of(correlation, components).withoutNegligible();
        if (principal.count() == 0) {
            throw new IllegalArgumentException(
                    "train must have " + input.plural() + " that differ, but all are the same");
        }
        DMatrixRMaj directions = principal.directions().copy();
        CommonOps_DDRM.divideRows(deviations, directions);

        int[] classes = sums.classes();
        DMatrixRMaj apart = matrix(
                classes.length,
                numbers,
                (c, i) -> Math.sqrt(sums.share(classes[c])) * (sums.mean(classes[c], i) - sums.mean(i)));
        DMatrixRMaj within = principal.variances().copy();
        DMatrixRMaj between = MappedCentres.product(apart, directions);
        CommonOps_DDRM.multAddTransA(-1, between, between, within);
        if (!pictures) {
            CommonOps_DDRM.addEquals(within, RIDGE, principal.variances());
        }
        DMatrixRMaj inverse = factor(within, principal, sample.size(), input.plural());
        CommonOps_DDRM.invert(inverse);

        DMatrixRMaj map = new DMatrixRMaj(numbers, principal.count());
        CommonOps_DDRM.multTransB(directions, inverse, map);
        DMatrixRMaj means = matrix(classes.length, numbers, (c, i) -> sums.mean(classes[c], i));
        return new InputMahalanobis(input, MappedCentres.of(map, means));
    }

    int components() {
        return centres.map().numCols;
    }

    @Override
    public String name() {
        return input instanceof PictureInput ? PIXELS : ROWS;
    }

    @Override
    public double[] scores(Dataset data) {
        input.check(data);
        double[] scores = new double[data.size()];
        DMatrixRMaj batch = new DMatrixRMaj(0, input.shape().size());
        forEachBatch(data, batch, first -> {
            double[] squared = centres.squaredDistances(batch);
            for (int i = 0; i < squared.length; i++) {
                scores[first + i] = Math.sqrt(squared[i]);
            }
        });
        return scores;
    }

    /** Fills the batch with one part of a dataset after the other; the work receives the place of its first example. */
    private void forEachBatch(Dataset data, DMatrixRMaj batch, IntConsumer work) {
        int length = input.shape().size();
        if (input instanceof PictureInput) {
            data.forEachBatch((first, images, pixels) -> {
                batch.reshape(images, length);
                for (int i = 0; i < images * length; i++) {
                    batch.data[i] = pixels[i] & 0xff;
                }
                work.accept(first);
            });
            return;
        }
        Input.Encoder encoder = input.encoder(data);
        float[] row = new float[length];
        for (int first = 0; first < data.size(); first += BATCH) {
            int count = Math.min(BATCH, data.size() - first);
            batch.reshape(count, length);
            for (int i = 0; i < count; i++) {
                encoder.encode(first + i, row, 0);
                for (int j = 0; j < length; j++) {
                    batch.set(i, j, row[j]);
                }
            }
            work.accept(first);
        }
    }

    /** The standard deviations; 1 for a constant number, which has no covariance and so no effect. */
    private static double[] deviations(InputSums sums, int numbers) {
        return IntStream.range(0, numbers)
                .mapToDouble(i -> sums.covariance(i, i) > 0 ? Math.sqrt(sums.covariance(i, i)) : 1)
                .toArray();
    }

    /** Returns L, after checking that each component varies within the classes beyond its regression on those before it. */
    private static DMatrixRMaj factor(DMatrixRMaj within, PrincipalComponents principal, int examples, String plural) {
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(within.numCols, true);
        boolean varies = cholesky.decompose(within);
        DMatrixRMaj factor = cholesky.getT(null);
        for (int i = 0; varies && i < factor.numCols; i++) {
            double rest = factor.get(i, i) * factor.get(i, i);
            varies = rest
                    > PrincipalComponents.NEGLIGIBLE * principal.variances().get(i, i);
        }
        if (!varies) {
            throw new IllegalArgumentException("train must vary within its classes in each of " + principal.count()
                    + " components, but has only " + examples + " " + plural + " or copies of them");
        }
        return factor;
    }

    private interface Cell {
        double at(int row, int column);
    }

    private static DMatrixRMaj matrix(int rows, int columns, Cell cell) {
        DMatrixRMaj matrix = new DMatrixRMaj(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                matrix.set(i, j, cell.at(i, j));
            }
        }
        return matrix;
    }
}
