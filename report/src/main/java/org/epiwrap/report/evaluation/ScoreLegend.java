package org.epiwrap.report.evaluation;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Definitions;

/** Defines scores where they are shown, together with the scores that their formulas refer to. */
public final class ScoreLegend {
    private ScoreLegend() {}

    /** Returns the definitions of scores for a page. */
    public static Definitions of(Collection<Score> scores) {
        Map<String, String> terms = new LinkedHashMap<>();
        withParts(scores).forEach(score -> terms.put(score.symbol(), score.description()));
        return new Definitions(terms);
    }

    /** Returns the definitions of scores for a terminal, one line each, such as {@code EU: epistemic uncertainty, …}. */
    public static List<String> lines(Collection<Score> scores) {
        return of(scores).lines();
    }

    private static Set<Score> withParts(Collection<Score> scores) {
        Set<Score> all = EnumSet.noneOf(Score.class);
        for (Score score : scores) {
            all.add(score);
            all.addAll(
                    switch (score) {
                        case EU -> Set.of(Score.U, Score.DELTA);
                        case TU -> Set.of(Score.U, Score.ENTROPY, Score.DELTA);
                        case TU0 -> Set.of(Score.U, Score.ENTROPY);
                        case U,
                                DELTA,
                                UNFAMILIARITY,
                                ENTROPY,
                                MAX_SOFTMAX,
                                MUTUAL_INFORMATION,
                                EXPECTED_ENTROPY,
                                CLASS_VARIANCE,
                                WIDTH -> Set.of();
                    });
        }
        return all;
    }
}
