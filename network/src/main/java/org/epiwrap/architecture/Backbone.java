package org.epiwrap.architecture;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.data.Volume;

/**
 * A family of networks by its name: {@code lenet-5}, {@code resnet-18}, {@code vgg-16}, {@code mlp:8},
 * {@code mlp:256-128}. Of the two deep ones a part of the channels can be had: {@code resnet-18/4} has a quarter of them.
 */
public record Backbone(String name) {
    private static final Pattern MLP = Pattern.compile("mlp:(\\d{1,6}(?:-\\d{1,6}){0,63})");
    private static final Pattern DEEP = Pattern.compile("(resnet-18|vgg-16)(?:/(2|4|8|16))?");
    /** Of the first stage of a deep network. */
    private static final int CHANNELS = 64;

    public Backbone {
        if (!name.equals("lenet-5") && !DEEP.matcher(name).matches() && !isMlp(name)) {
            throw new IllegalArgumentException("must be lenet-5, resnet-18, vgg-16 (with a part of its channels such as"
                    + " vgg-16/2, /4, /8 or /16) or mlp with the widths of its hidden layers such as mlp:8 or"
                    + " mlp:256-128, but is '" + name + "'");
        }
    }

    public static Backbone named(String name) {
        return new Backbone(name);
    }

    /** Returns an MLP that suits so many rows of a table: the more there are, the more it can learn. */
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

    public Architecture architecture(Volume input, int classes) {
        Matcher deep = DEEP.matcher(name);
        if (deep.matches()) {
            int channels = deep.group(2) == null ? CHANNELS : CHANNELS / Integer.parseInt(deep.group(2));
            return deep.group(1).equals("resnet-18")
                    ? Architecture.resNet18(input, classes, channels)
                    : Architecture.vgg16(input, classes, channels);
        }
        return name.equals("lenet-5")
                ? Architecture.leNet5(input, classes)
                : Architecture.mlp(input, classes, widths(name));
    }

    /** Returns the same with all its channels. */
    public Backbone whole() {
        Matcher deep = DEEP.matcher(name);
        return deep.matches() ? named(deep.group(1)) : this;
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
