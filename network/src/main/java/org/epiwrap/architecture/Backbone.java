package org.epiwrap.architecture;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.data.Volume;

/**
 * A family of networks by its name: {@code lenet-5}, {@code resnet-18}, {@code vgg-16}, {@code mlp:8},
 * {@code mlp:256-128}. Of the two deep ones a part of the channels can be had: {@code resnet-18/4} has a quarter of them. An
 * {@link Activation} at the end replaces ReLU: {@code mlp:64:tanh}, {@code lenet-5:silu}.
 */
public record Backbone(String name) {
    private static final String ACTIVATION = "(?::(?<activation>[a-z].*))?";
    private static final Pattern MLP = Pattern.compile("mlp:(\\d{1,6}(?:-\\d{1,6}){0,63})" + ACTIVATION);
    private static final Pattern LENET = Pattern.compile("lenet-5" + ACTIVATION);
    private static final Pattern DEEP = Pattern.compile("(resnet-18|vgg-16)(?:/(2|4|8|16))?" + ACTIVATION);
    /** Of the first stage of a deep network. */
    private static final int CHANNELS = 64;

    public Backbone {
        if (!LENET.matcher(name).matches() && !DEEP.matcher(name).matches() && !isMlp(name)) {
            throw new IllegalArgumentException("must be lenet-5, resnet-18, vgg-16 (with a part of its channels such as"
                    + " vgg-16/2, /4, /8 or /16) or mlp with the widths of its hidden layers such as mlp:8 or"
                    + " mlp:256-128, each with an activation other than ReLU if wanted such as mlp:64:tanh, but is '"
                    + name + "'");
        }
        activation(name);
    }

    public static Backbone named(String name) {
        return new Backbone(name);
    }

    /**
     * Returns an MLP that suits so many rows of a table, or pictures of one's own: the more there are, the more it can learn.
     * With more hidden units than the examples can tell apart, everything held out would be unfamiliar.
     */
    public static Backbone forRows(int rows) {
        return named(rows < 2_000 ? "mlp:32" : rows < 10_000 ? "mlp:64" : "mlp:256-128");
    }

    private static boolean isMlp(String name) {
        return MLP.matcher(name).matches() && Arrays.stream(widths(name)).allMatch(width -> width > 0);
    }

    private static int[] widths(String name) {
        Matcher mlp = MLP.matcher(name);
        return mlp.matches()
                ? Arrays.stream(mlp.group(1).split("-"))
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[0];
    }

    private static Optional<Activation> activation(String name) {
        return Stream.of(MLP, LENET, DEEP)
                .map(pattern -> pattern.matcher(name))
                .filter(Matcher::matches)
                .findFirst()
                .map(matcher -> matcher.group("activation"))
                .map(Activation::of);
    }

    /** Returns the same with an activation in place of ReLU; one that has its own is refused. */
    public Backbone with(Activation other) {
        activation(name).ifPresent(own -> {
            throw new IllegalArgumentException(
                    name + " must have one activation, but has " + own + " and is given " + other);
        });
        return other.equals(new Activation.Relu()) ? this : named(name + ":" + other);
    }

    public Architecture architecture(Volume input, int classes) {
        Architecture rectified = rectified(input, classes);
        return activation(name).map(rectified::with).orElse(rectified);
    }

    private Architecture rectified(Volume input, int classes) {
        Matcher deep = DEEP.matcher(name);
        if (deep.matches()) {
            int channels = deep.group(2) == null ? CHANNELS : CHANNELS / Integer.parseInt(deep.group(2));
            return deep.group(1).equals("resnet-18")
                    ? Architecture.resNet18(input, classes, channels)
                    : Architecture.vgg16(input, classes, channels);
        }
        return LENET.matcher(name).matches()
                ? Architecture.leNet5(input, classes)
                : Architecture.mlp(input, classes, widths(name));
    }

    /** Returns the same with all its channels. */
    public Backbone whole() {
        Matcher deep = DEEP.matcher(name);
        return deep.matches()
                ? named(deep.group(1) + activation(name).map(each -> ":" + each).orElse(""))
                : this;
    }

    public String fileName() {
        return name.replace(':', '-').replace('/', '-');
    }

    /** Returns whether it looks at images by convolutions, for which a second thread is of use. */
    public boolean isConvolutional() {
        return !name.startsWith("mlp:");
    }

    @Override
    public String toString() {
        return name;
    }
}
