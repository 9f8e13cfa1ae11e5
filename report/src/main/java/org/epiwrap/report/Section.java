package org.epiwrap.report;

import java.util.ArrayList;
import java.util.List;

/** A part of a report under its own heading. */
public record Section(String heading, List<Block> blocks) {

    public Section {
        blocks = List.copyOf(blocks);
    }

    public static Section of(String heading) {
        return new Section(heading, List.of());
    }

    /** With one more paragraph. */
    public Section says(String text) {
        return with(new Prose(text));
    }

    /** With one more paragraph, table or figure. */
    public Section with(Block block) {
        return with(List.of(block));
    }

    public Section with(List<? extends Block> more) {
        List<Block> all = new ArrayList<>(blocks);
        all.addAll(more);
        return new Section(heading, all);
    }

    /** The blocks as the page lays them out: figures that follow each other stand side by side. */
    List<List<Block>> rows() {
        List<List<Block>> rows = new ArrayList<>();
        boolean figures = false;
        for (Block block : blocks) {
            if (!(figures && block instanceof Figure)) {
                rows.add(new ArrayList<>());
            }
            rows.get(rows.size() - 1).add(block);
            figures = block instanceof Figure;
        }
        return rows;
    }
}
