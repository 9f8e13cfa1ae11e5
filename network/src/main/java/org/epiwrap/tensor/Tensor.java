package org.epiwrap.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.pooling.Pool;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An array of floats with a shape, on the engine. Operations make new tensors, which live until the {@link Scope} that
 * is open closes. Shapes broadcast from the right as in NumPy. Images are [examples, channels, height, width].
 */
public final class Tensor implements AutoCloseable {
    private static final Map<Float, Tensor> CONSTANTS = new ConcurrentHashMap<>();
    private static final NDIndex EVERYWHERE = new NDIndex(":");
    /**
     * What goes to the engine is copied through it, one a thread: a buffer for each array would take memory until Java
     * collects its garbage, and the values would live in it.
     */
    private static final ThreadLocal<ByteBuffer> STAGING = ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(0));

    private static final Map<Pooling, Tensor> POOLINGS = new ConcurrentHashMap<>();
    private static final int IMAGE_RANK = 4;
    /** The longest rows of images that are pooled by a product. */
    private static final int NARROW = 64;

    /** The average of each size × size pixels of images of a width. */
    private record Pooling(int size, int width) {
        /** [size·width, width/size]: from so many rows one after the other to one row of averages. */
        Tensor matrix() {
            int outputs = width / size;
            float[] values = new float[size * width * outputs];
            for (int pixel = 0; pixel < size * width; pixel++) {
                values[pixel * outputs + pixel % width / size] = 1f / (size * size);
            }
            return owned(values, (long) size * width, outputs);
        }
    }

    private final NDArray array;

    private Tensor(NDArray array) {
        this.array = array;
    }

    NDArray array() {
        return array;
    }

    /** Returns a tensor of values in row-major order. */
    public static Tensor of(float[] values, long... shape) {
        ByteBuffer buffer = staging(Math.multiplyExact(values.length, Float.BYTES));
        buffer.asFloatBuffer().put(values);
        try (NDArray staged = TensorEngine.manager().create(buffer, new Shape(shape), DataType.FLOAT32)) {
            return new Tensor(staged.duplicate());
        }
    }

    private static ByteBuffer staging(int bytes) {
        ByteBuffer buffer = STAGING.get();
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
            STAGING.set(buffer);
        }
        return buffer.clear().limit(bytes);
    }

    public static Tensor zeros(long... shape) {
        return new Tensor(TensorEngine.manager().zeros(new Shape(shape)));
    }

    /** Returns a tensor that outlives scopes and may be overwritten; the caller closes it. */
    public static Tensor owned(float[] values, long... shape) {
        return Scope.keep(of(values, shape));
    }

    /** Returns a tensor that is trained: as {@link #owned}, and it collects gradients. */
    public static Tensor parameter(float[] values, long... shape) {
        Tensor tensor = owned(values, shape);
        tensor.array.setRequiresGradient(true);
        return tensor;
    }

    /** Returns a number as a tensor; each is created once and lives as long as the process. */
    public static Tensor constant(float value) {
        return CONSTANTS.computeIfAbsent(
                value,
                v -> Scope.keep(new Tensor(TensorEngine.manager().create(v).duplicate())));
    }

    public long[] shape() {
        return array.getShape().getShape();
    }

    public int rank() {
        return array.getShape().dimension();
    }

    public long size() {
        return array.size();
    }

    public float[] toArray() {
        return array.toFloatArray();
    }

    /** Returns the value of a tensor of size 1. */
    public float toFloat() {
        return array.toFloatArray()[0];
    }

    /** Overwrites the values, in place and outside of any gradient. */
    public void set(float[] values) {
        Scope.run(() -> set(of(values, shape())));
    }

    /** Overwrites the values by those of a tensor of the same shape, in place and outside of any gradient. */
    public void set(Tensor other) {
        // Put into all places: the engine's own copy would go through a Java buffer, which then held the values, and by
        // a way that its library calls deprecated on standard error.
        Scope.run(() -> array.set(EVERYWHERE, other.array));
    }

    /** Sets both to their mean where the first is above the second, in place and outside of any gradient. */
    public static void putInOrder(Tensor first, Tensor second) {
        InPlace.change(List.of(first.array, second.array), (parts, count) -> {
            float[] low = parts[0];
            float[] high = parts[1];
            for (int i = 0; i < count; i++) {
                float middle = 0.5f * (low[i] + high[i]);
                low[i] = Math.min(low[i], middle);
                high[i] = Math.max(high[i], middle);
            }
        });
    }

    public Tensor plus(Tensor other) {
        return new Tensor(array.add(other.array));
    }

    public Tensor minus(Tensor other) {
        return new Tensor(array.sub(other.array));
    }

    public Tensor times(Tensor other) {
        return new Tensor(array.mul(other.array));
    }

    public Tensor dividedBy(Tensor other) {
        return new Tensor(array.div(other.array));
    }

    public Tensor square() {
        return new Tensor(array.square());
    }

    public Tensor sqrt() {
        return new Tensor(array.sqrt());
    }

    public Tensor exp() {
        return new Tensor(array.exp());
    }

    public Tensor log() {
        return new Tensor(array.log());
    }

    public Tensor abs() {
        return new Tensor(array.abs());
    }

    /** −1, 0 or 1. */
    public Tensor sign() {
        return new Tensor(array.sign());
    }

    public Tensor minimum(Tensor other) {
        return new Tensor(array.minimum(other.array));
    }

    public Tensor maximum(Tensor other) {
        return new Tensor(array.maximum(other.array));
    }

    public Tensor relu() {
        return new Tensor(array.getNDArrayInternal().relu());
    }

    public Tensor tanh() {
        return new Tensor(array.tanh());
    }

    /** 1/(1 + exp(−x)). */
    public Tensor sigmoid() {
        return new Tensor(array.getNDArrayInternal().sigmoid());
    }

    /** The error function. */
    public Tensor erf() {
        return new Tensor(array.erf());
    }

    /** log(1 + exp(x)). */
    public Tensor softplus() {
        return new Tensor(array.getNDArrayInternal().softPlus());
    }

    /** Returns the sum of all values, of shape []. */
    public Tensor sum() {
        return new Tensor(array.sum());
    }

    public Tensor sum(int... axes) {
        return new Tensor(array.sum(axes, false));
    }

    /** Returns the largest values over an axis. */
    public Tensor max(int axis) {
        return new Tensor(array.max(new int[] {axis}));
    }

    /** Returns the Euclidean norm over the last axis. */
    public Tensor norm() {
        return new Tensor(array.norm(2, new int[] {rank() - 1}, false));
    }

    public Tensor logSoftmax(int axis) {
        return new Tensor(array.logSoftmax(axis));
    }

    /** Returns the product of matrices; leading axes are batches and broadcast. */
    public Tensor matmul(Tensor other) {
        return new Tensor(array.matMul(other.array));
    }

    /** Returns the last two axes exchanged. */
    public Tensor transposed() {
        return swapped(rank() - 2, rank() - 1);
    }

    public Tensor reshape(long... shape) {
        return new Tensor(array.reshape(shape));
    }

    /** Returns images as [examples, features], and what is none as it is. */
    public Tensor flat() {
        return rank() == IMAGE_RANK ? reshape(shape()[0], -1) : this;
    }

    /** Returns [examples, features] as images of a single pixel, and others as they are. */
    public Tensor image() {
        return rank() == 2 ? reshape(shape()[0], shape()[1], 1, 1) : this;
    }

    /** Returns the parts of an axis, each from one start to the next, the first from 0; views, not copies. */
    public List<Tensor> split(int axis, long... starts) {
        NDList parts = array.split(starts, axis);
        return parts.stream().map(Tensor::new).toList();
    }

    public static Tensor concat(int axis, Tensor... parts) {
        return new Tensor(NDArrays.concat(
                new NDList(Arrays.stream(parts).map(Tensor::array).toList()), axis));
    }

    public Tensor swapped(int first, int second) {
        return new Tensor(array.swapAxes(first, second));
    }

    /** Returns the convolution with kernels [outputs, inputs, height, width]. */
    public Tensor convolve(Tensor kernels, int stride, int padding) {
        return new Tensor(
                Conv2d.conv2d(array, kernels.array, null, new Shape(stride, stride), new Shape(padding, padding))
                        .singletonOrThrow());
    }

    public Tensor averagePool(int size, int stride) {
        long[] shape = shape();
        if (size == stride && shape[2] % size == 0 && shape[3] % size == 0 && shape[3] <= NARROW) {
            // For short rows a product of matrices is several times faster than the engine's pooling.
            Tensor matrix = POOLINGS.computeIfAbsent(new Pooling(size, (int) shape[3]), Pooling::matrix);
            return reshape(-1, size * shape[3])
                    .matmul(matrix)
                    .reshape(shape[0], shape[1], shape[2] / size, shape[3] / size);
        }
        return new Tensor(
                Pool.avgPool2d(array, new Shape(size, size), new Shape(stride, stride), new Shape(0, 0), false, true));
    }

    public Tensor maxPool(int size, int stride) {
        return new Tensor(
                Pool.maxPool2d(array, new Shape(size, size), new Shape(stride, stride), new Shape(0, 0), false));
    }

    /** Normalises all axes but the channels'; in training the running statistics are updated in place. */
    public Tensor batchNorm(Tensor runningMean, Tensor runningVariance, Tensor scale, Tensor shift, boolean training) {
        return new Tensor(BatchNorm.batchNorm(
                        array,
                        runningMean.array,
                        runningVariance.array,
                        scale.array,
                        shift.array,
                        1,
                        0.9f,
                        1e-5f,
                        training)
                .singletonOrThrow());
    }

    /** Of [..., n, classes] the value at each row's index, [..., n]; the same n indexes for all leading axes. */
    public Tensor pick(int[] indexes) {
        long classes = shape()[rank() - 1];
        long sets = size() / classes / indexes.length;
        NDArray where = TensorEngine.manager()
                .create(Arrays.stream(indexes).asLongStream().toArray(), new Shape(1, indexes.length, 1));
        NDArray all = sets == 1 ? where : where.broadcast(new Shape(sets, indexes.length, 1));
        NDArray picked = array.reshape(sets, indexes.length, classes).gather(all, 2);
        return new Tensor(rank() == 2 ? picked.reshape(indexes.length) : picked.reshape(sets, indexes.length));
    }

    /** Returns what {@link Gradients#backward} added to this parameter since the optimiser's last step. */
    public float[] gradient() {
        return array.getGradient().toFloatArray();
    }

    @Override
    public void close() {
        array.close();
    }
}
