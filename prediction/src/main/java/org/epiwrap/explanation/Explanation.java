package org.epiwrap.explanation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why an example is as far from the training examples as it is.
 *
 * @param logSquared ln D² of the example, the distance that is explained
 * @param plural the word for several examples, such as {@code rows}
 * @param contributions of columns or patches: first what no training example had, then by their share; those that do not
 *     lengthen the distance are left out
 * @param map of an image; empty for a row
 */
public record Explanation(double logSquared, String plural, List<Contribution> contributions, Optional<PatchMap> map) {
    /** How many contributions are named in words, and how many are given as fields. */
    private static final int NAMED = 3;

    private static final int FIELDS = 5;
    private static final double MIN_SHARE = 0.005;

    public Explanation {
        contributions = List.copyOf(contributions);
    }

    /** Returns the first contributions, at most so many. */
    public List<Contribution> top(int maximum) {
        return contributions.subList(0, Math.min(maximum, contributions.size()));
    }

    /** Returns a sentence without its full stop, such as {@code state 'XX' was never seen in training rows}. */
    public String inWords() {
        if (contributions.isEmpty()) {
            return "no single part makes it more unlike training " + plural + " than the others do";
        }
        if (map.isPresent()) {
            Contribution first = contributions.get(0);
            return String.format(
                    Locale.ROOT,
                    "the distance to training %s comes most from the %s of the image (%.0f %% from the patch at %s)",
                    plural,
                    map.get().largest(),
                    100 * first.share(),
                    first.part());
        }
        List<Contribution> unseen =
                contributions.stream().filter(Contribution::unseen).toList();
        if (unseen.isEmpty()) {
            return top(NAMED).stream()
                    // Beyond the first, less than half a percent says nothing.
                    .filter(each -> each.share() >= MIN_SHARE || each.equals(contributions.get(0)))
                    .map(each -> String.format(Locale.ROOT, "%s (%.0f %%)", each.named(), 100 * each.share()))
                    .collect(Collectors.joining(", ", "the distance to training " + plural + " comes most from ", ""));
        }
        String more = unseen.size() > NAMED ? "; and " + (unseen.size() - NAMED) + " more like these" : "";
        return unseen.stream().limit(NAMED).map(Contribution::sentence).collect(Collectors.joining("; ", "", more));
    }

    /**
     * Returns this explanation as named values of plain types: {@code words}; of a row {@code contributions}, the first
     * {@value #FIELDS}, each with {@code column}, {@code value}, {@code share}, {@code unseen} and {@code sentence}; of an
     * image {@code map}, rows of shares.
     */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("words", inWords());
        map.ifPresentOrElse(
                patches -> fields.put("map", patches.grid()),
                () -> fields.put(
                        "contributions",
                        top(FIELDS).stream().map(Explanation::fields).toList()));
        return fields;
    }

    private static Map<String, Object> fields(Contribution contribution) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("column", contribution.part());
        fields.put("value", contribution.value());
        fields.put("share", contribution.share());
        fields.put("unseen", contribution.unseen());
        fields.put("sentence", contribution.sentence());
        return fields;
    }
}
