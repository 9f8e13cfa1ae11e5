package org.epiwrap.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Kernel;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.exchange.layer.RawLayer;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.TensorFile;

/** The architecture of a file of arrays: given, stored in the file by an export, or else inferred from shapes. */
final class ArchitectureChoice {
    private ArchitectureChoice() {}

    /** Returns the architecture, if it does not need to be inferred. */
    static Optional<Architecture> given(ArrayFile file, ImportOptions options) throws IOException {
        Optional<Architecture> given = options.architecture().isPresent() ? options.architecture() : stored(file);
        if (given.isPresent() && options.pool().isPresent()) {
            throw new IllegalArgumentException(
                    "a kind of pooling can only be given for an inferred architecture, but this one is known");
        }
        if (given.isPresent() && options.activation().isPresent()) {
            throw new IllegalArgumentException(
                    "an activation can only be given for an inferred architecture, but this one is known");
        }
        if (given.isPresent()
                && options.input().isPresent()
                && !given.get().input().equals(options.input().get())) {
            throw new IllegalArgumentException(
                    "the input is given as " + options.input().get() + ", but the architecture takes "
                            + given.get().input());
        }
        return given;
    }

    /** Returns the architecture that an exported posterior contains. */
    private static Optional<Architecture> stored(ArrayFile file) throws IOException {
        byte[] text;
        if (file instanceof TensorFile tensors) {
            String json = tensors.metadata().get(ArrayExport.ARCHITECTURE);
            if (json == null) {
                return Optional.empty();
            }
            text = json.getBytes(StandardCharsets.UTF_8);
        } else if (file.names().contains(ArrayExport.ARCHITECTURE)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Arrays.stream(file.longs(ArrayExport.ARCHITECTURE)).forEach(each -> bytes.write((int) each));
            text = bytes.toByteArray();
        } else {
            return Optional.empty();
        }
        return Optional.of(GivenArchitecture.json(file.path(), text));
    }

    /** Returns the architecture that the shapes of kernels show, and notes what they do not. */
    static Architecture inferred(List<Kernel> kernels, ImportOptions options, List<String> notes) {
        if (options.pool().isPresent() && !kernels.get(0).isConvolution()) {
            throw new IllegalArgumentException(
                    "a kind of pooling can only be given for convolutions, but the first layer is " + kernels.get(0));
        }
        Architecture architecture = ArchitectureInference.of(kernels, options.input(), options.pool());
        // A network that computes something else than its original is refused, so that a comparison leaves nothing to
        // assume.
        if (options.reference().isEmpty()) {
            noteAssumptions(kernels, options, notes);
        }
        return options.activation().map(architecture::with).orElse(architecture);
    }

    private static void noteAssumptions(List<Kernel> kernels, ImportOptions options, List<String> notes) {
        String check = "; to check it, give outputs of the original network (--check)";
        if (kernels.size() > 1 && options.activation().isEmpty()) {
            notes.add("ReLU between the layers is assumed, since activations are not in the file; for another, use"
                    + " --activation" + check);
        }
        if (kernels.get(0).isConvolution() && options.pool().isEmpty()) {
            notes.add("padding, strides and pooling are inferred from the shapes; max pooling is assumed where there is"
                    + " pooling, since its kind is not in the file; for another, use --pool" + check);
        }
    }

    /** Returns the kernels of layers in their order. */
    static List<Kernel> kernels(List<RawLayer> layers, Axes axes) {
        return layers.stream().map(layer -> axes.kernel(layer.kernel().shape())).toList();
    }

    /** Returns the kernels of an architecture in its order. */
    static List<Kernel> kernels(Architecture architecture) {
        return new Layout(architecture, Bias.POINT)
                .random().stream()
                        .map(slot -> slot.shape().sizes())
                        .map(sizes -> new Kernel(sizes.get(0), sizes.get(1), sizes.size() == 2 ? 0 : sizes.get(2)))
                        .toList();
    }
}
