package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.data.input.CellReader;
import org.epiwrap.data.input.DateForm;
import org.epiwrap.data.input.TextIndex;
import org.epiwrap.data.profile.ColumnProfile.Distinct;
import org.epiwrap.data.profile.ColumnProfile.Stray;
import org.epiwrap.data.profile.ColumnProfile.TextCount;
import org.jspecify.annotations.Nullable;

/**
 * One column while its cells pass by, in bounded memory. What is known of a text is remembered while its column has few
 * different ones, so that a text which occurs again is only counted.
 */
final class ColumnStatistics {
    /** Longer texts are no categories. */
    static final int MAX_TEXT = 200;

    private static final int MAX_STRAYS = 5;

    private final CellReader reader;
    private final boolean dates;
    private final int maxDistinct;
    private final NumberStatistics numbers = new NumberStatistics();
    private final List<Stray> strays = new ArrayList<>();
    private final Set<DateForm> forms = EnumSet.allOf(DateForm.class);
    private long missing;
    private @Nullable String firstMissing;
    /** The cells that are not counted by their texts, and the words of those that are no numbers. */
    private long others;

    private long words;
    private int longest;
    /** Whether every cell is missing or a number that a dataset can hold. */
    private boolean readable = true;
    /** How many cells were needed for more different texts than are counted; 0 if there are fewer. */
    private long cellsAtMore;
    /** How many rows there were before that cell. */
    private long codedRows = Long.MAX_VALUE;

    private TextIndex texts = new TextIndex();
    /** Of each text: how often it occurs, its words if it is no number, the number or NaN, and the cell of a dataset. */
    private long[] counts = new long[4];

    private int[] wordsOf = new int[4];
    private double[] numberOf = new double[4];
    private float[] cellOf = new float[4];

    /**
     * Creates the statistics of a column without cells.
     *
     * @param dates whether dates are numbers
     */
    ColumnStatistics(CellReader reader, boolean dates, int maxDistinct) {
        this.reader = reader;
        this.dates = dates;
        this.maxDistinct = maxDistinct;
    }

    /**
     * Adds a cell: the characters from index {@code from} (inclusive) to {@code to} (exclusive).
     *
     * @param slot the place of its row in the sample; below 0 if it is not sampled
     * @return its code; see {@link ColumnCodes}
     */
    int add(char[] cell, int from, int to, int slot, Supplier<String> place) {
        int known = cellsAtMore == 0 && to - from <= MAX_TEXT ? texts.find(cell, from, to) : -1;
        double number = known >= 0 ? numberOf[known] : reader.number(cell, from, to);
        int code;
        if (known >= 0) {
            counts[known]++;
            code = known;
        } else if (cellsAtMore > 0 && Float.isFinite((float) number)) {
            others++;
            code = Float.floatToRawIntBits((float) number);
        } else if (Double.isNaN(number) && reader.isMissing(cell, from, to)) {
            if (missing++ == 0) {
                firstMissing = place.get();
            }
            code = cellsAtMore == 0 ? ColumnCodes.MISSING : Float.floatToRawIntBits(Float.NaN);
        } else {
            code = addOther(cell, from, to, number, place);
        }
        if (!Double.isNaN(number)) {
            numbers.add(number);
        }
        if (slot >= 0) {
            numbers.sample(slot, number);
        }
        return code;
    }

    /** Adds a cell that is not among the texts, or too long for that. */
    private int addOther(char[] cell, int from, int to, double number, Supplier<String> place) {
        int spaces = 0;
        if (Double.isNaN(number)) {
            for (int i = from; i < to; i++) {
                spaces += cell[i] == ' ' ? 1 : 0;
            }
            longest = Math.max(longest, to - from);
        }
        boolean counted = cellsAtMore == 0;
        boolean asText = Double.isNaN(number) && (dates || !forms.isEmpty() || strays.size() < MAX_STRAYS);
        String text = counted || asText ? new String(cell, from, to - from) : "";
        if (asText) {
            addText(text, place);
        }
        float value = (float) (Double.isNaN(number) && dates ? DateForm.anyDays(text) : number);
        readable &= Float.isFinite(value);
        int newWords = Double.isNaN(number) ? spaces + 1 : 0;
        if (counted) {
            return count(shortened(text), newWords, number, value);
        }
        others++;
        words += newWords;
        return Float.floatToRawIntBits(value);
    }

    private void addText(String text, Supplier<String> place) {
        if (strays.size() < MAX_STRAYS
                && strays.stream().noneMatch(stray -> stray.text().equals(shortened(text)))) {
            strays.add(new Stray(shortened(text), place.get()));
        }
        if (!forms.isEmpty()) {
            forms.removeIf(form -> Double.isNaN(form.days(text)));
        }
    }

    private static String shortened(String text) {
        return text.length() <= MAX_TEXT
                ? text
                : text.substring(0, MAX_TEXT) + "…" + Integer.toHexString(text.hashCode());
    }

    private int count(String key, int keyWords, double number, float value) {
        // What is longer shares its key with texts of other words.
        int known = key.length() > MAX_TEXT ? texts.find(key) : -1;
        if (known >= 0) {
            counts[known]++;
            words += keyWords - wordsOf[known];
            return known;
        }
        if (texts.size() == maxDistinct) {
            endCounting();
            words += keyWords;
            return Float.floatToRawIntBits(value);
        }
        int place = texts.add(key);
        if (place == counts.length) {
            counts = Arrays.copyOf(counts, 2 * place);
            wordsOf = Arrays.copyOf(wordsOf, 2 * place);
            numberOf = Arrays.copyOf(numberOf, 2 * place);
            cellOf = Arrays.copyOf(cellOf, 2 * place);
        }
        counts[place] = 1;
        wordsOf[place] = keyWords;
        numberOf[place] = number;
        cellOf[place] = value;
        return place;
    }

    private void endCounting() {
        long before = present();
        words = words();
        others = before + 1;
        cellsAtMore = others;
        codedRows = before + missing;
        texts = new TextIndex();
        counts = new long[0];
        wordsOf = new int[0];
        numberOf = new double[0];
    }

    private long words() {
        return words
                + IntStream.range(0, texts.size())
                        .mapToLong(i -> counts[i] * wordsOf[i])
                        .sum();
    }

    /** Returns what the codes of the cells mean. */
    ColumnCodes codes() {
        return new ColumnCodes(texts, cellOf, codedRows, readable);
    }

    long present() {
        return others + Arrays.stream(counts, 0, texts.size()).sum();
    }

    long missing() {
        return missing;
    }

    Optional<String> firstMissing() {
        return Optional.ofNullable(firstMissing);
    }

    NumberStatistics numbers() {
        return numbers;
    }

    Set<DateForm> dateForms() {
        return present() > 0 && numbers.count() == 0 ? forms : Set.of();
    }

    List<Stray> strays() {
        return strays;
    }

    /** Returns whether the first texts that are no numbers would be some if a comma were a point, or a point a comma. */
    boolean hasOtherMark() {
        return OtherMark.isOnAll(strays, reader.format());
    }

    int longest() {
        return longest;
    }

    double wordsPerText() {
        return (double) words() / Math.max(1, present() - numbers.count());
    }

    Distinct distinct() {
        return cellsAtMore > 0 ? new Distinct(maxDistinct, true) : new Distinct(texts.size(), false);
    }

    /** Returns the number of different texts for each cell, up to the cell at which counting ended. */
    double share() {
        return cellsAtMore > 0 ? (maxDistinct + 1.0) / cellsAtMore : (double) texts.size() / Math.max(1, present());
    }

    Stream<TextCount> texts() {
        List<String> all = texts.texts();
        return IntStream.range(0, all.size())
                .mapToObj(i -> new TextCount(all.get(i), counts[i]))
                .sorted(Comparator.comparingLong(TextCount::count).reversed().thenComparing(TextCount::text));
    }
}
