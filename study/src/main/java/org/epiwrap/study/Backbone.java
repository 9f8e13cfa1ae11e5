package org.epiwrap.study;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.Volume;

/**
 * A family of networks by its name.
 *
 * @param architecture for a shape of images and a number of classes
 */
public record Backbone(String name, BiFunction<Volume, Integer, Architecture> architecture) {
    private static final Pattern MLP = Pattern.compile("mlp:(\\d{1,6}(?:-\\d{1,6}){0,63})");

    public static Backbone named(String name) {
        var mlp = MLP.matcher(name);
        if (mlp.matches()) {
            int[] widths = Arrays.stream(mlp.group(1).split("-"))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            if (Arrays.stream(widths).allMatch(width -> width > 0)) {
                return new Backbone(name, (input, classes) -> Architecture.mlp(input, classes, widths));
            }
        }
        return switch (name) {
            case "lenet-5" -> new Backbone(name, Architecture::leNet5);
            case "resnet-18" -> new Backbone(name, Architecture::resNet18);
            case "vgg-16" -> new Backbone(name, Architecture::vgg16);
            default ->
                throw new IllegalArgumentException("must be lenet-5, resnet-18, vgg-16 or mlp with the widths of its"
                        + " hidden layers such as mlp:8 or mlp:256-128, but is '" + name + "'");
        };
    }

    /** Whether a second thread is of use. */
    public boolean isLarge() {
        return !name.startsWith("mlp:");
    }

    @Override
    public String toString() {
        return name;
    }
}
