package org.epiwrap.architecture;

import java.util.List;

/** The name of a part of a network and the sizes of its axes, the last of which runs fastest. */
public record BlockShape(String name, List<Integer> sizes) {

    public BlockShape {
        sizes = List.copyOf(sizes);
    }

    public int size() {
        return sizes.stream().reduce(1, Math::multiplyExact);
    }
}
