package org.epiwrap.study;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.Volume;

/** A family of networks by its name: {@code lenet-5}, {@code resnet-18}, {@code vgg-16}, {@code mlp:8}, {@code mlp:256-128}. */
public record Backbone(String name) {
    private static final Pattern MLP = Pattern.compile("mlp:(\\d{1,6}(?:-\\d{1,6}){0,63})");

    public Backbone {
        if (!name.equals("lenet-5") && !name.equals("resnet-18") && !name.equals("vgg-16") && !isMlp(name)) {
            throw new IllegalArgumentException("must be lenet-5, resnet-18, vgg-16 or mlp with the widths of its hidden"
                    + " layers such as mlp:8 or mlp:256-128, but is '" + name + "'");
        }
    }

    public static Backbone named(String name) {
        return new Backbone(name);
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

    /** For a shape of images and a number of classes. */
    public Architecture architecture(Volume input, int classes) {
        return switch (name) {
            case "lenet-5" -> Architecture.leNet5(input, classes);
            case "resnet-18" -> Architecture.resNet18(input, classes);
            case "vgg-16" -> Architecture.vgg16(input, classes);
            default -> Architecture.mlp(input, classes, widths(name));
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
