package org.epiwrap.report;

import java.util.ArrayList;
import java.util.List;

/** A part of a report under its own heading. */
public record Section(String heading, List<Block> blocks) {

    public Section {
        blocks = List.copyOf(blocks);
    }

    /** Returns an empty section. */
    public static Section of(String heading) {
        return new Section(heading, List.of());
    }

    /** Returns this section with one more paragraph. */
    public Section withText(String text) {
        return with(new Prose(text));
    }

    /** Returns this section with one more block. */
    public Section with(Block block) {
        return with(List.of(block));
    }

    /** Returns this section with more blocks. */
    public Section with(List<? extends Block> more) {
        List<Block> all = new ArrayList<>(blocks);
        all.addAll(more);
        return new Section(heading, all);
    }

    /** Returns the blocks in rows: consecutive figures share one. */
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
