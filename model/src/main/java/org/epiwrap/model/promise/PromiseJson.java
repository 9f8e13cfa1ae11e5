package org.epiwrap.model.promise;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.epiwrap.check.Check;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.model.manifest.Texts;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.ConformalPValues;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.CoveragePromise;
import org.epiwrap.promise.FalseAlarmPromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.Selection;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;

/** Promises in a manifest. A threshold that decides everything is infinite, and left out. */
final class PromiseJson {
    // In a fixed order, in which messages list them.
    private static final Set<Score> OOD_SCORES = Collections.unmodifiableSet(EnumSet.of(Score.EU, Score.UNFAMILIARITY));
    private static final Set<Score> ERROR_SCORES =
            Collections.unmodifiableSet(EnumSet.of(Score.TU0, Score.MAX_SOFTMAX));

    private PromiseJson() {}

    private static ObjectNode limit(Abstention.Limit limit) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("score", Texts.name(limit.score()));
        if (limit.threshold() < Double.POSITIVE_INFINITY) {
            node.put("threshold", limit.threshold());
        }
        return node.put("scores", limit.calibration().size());
    }

    private static Abstention.Limit limit(Fields fields, Set<Score> allowed, ConformalPValues calibration) {
        return new Abstention.Limit(fields.constant("score", allowed), threshold(fields), calibration);
    }

    private static double threshold(Fields fields) {
        return fields.has("threshold") ? fields.number("threshold") : Double.POSITIVE_INFINITY;
    }

    /** Returns how many calibration scores a file holds for a reason to abstain. */
    static int scores(Fields fields) {
        return Check.atLeast(fields.place() + ".scores", fields.integer("scores"), 1);
    }

    static ObjectNode write(CalibratedPromises.FalseAlarm given) {
        return limit(given.limit()).put("rate", given.promise().rate());
    }

    static CalibratedPromises.FalseAlarm falseAlarm(Fields fields, ConformalPValues calibration) {
        return fields.only(f -> new CalibratedPromises.FalseAlarm(
                new FalseAlarmPromise(f.number("rate")), limit(f, OOD_SCORES, calibration)));
    }

    static ObjectNode write(CalibratedPromises.Decisions given) {
        ObjectNode node = limit(given.limit())
                .put("examples", given.selection().examples())
                .put("kept", given.selection().kept())
                .put("wrong", given.selection().wrong());
        if (given.promise() instanceof AccuracyPromise accuracy) {
            return node.put("accuracy", accuracy.accuracy())
                    .put("confidence", accuracy.confidence())
                    .put("rule", Texts.name(accuracy.rule()));
        }
        CoveragePromise coverage = (CoveragePromise) given.promise();
        return node.put("coverage", coverage.coverage()).put("confidence", coverage.confidence());
    }

    static CalibratedPromises.Decisions decisions(Fields fields, ConformalPValues calibration) {
        return fields.only(f -> {
            Promise promise = f.has("coverage")
                    ? new CoveragePromise(f.number("coverage"), f.number("confidence"))
                    : new AccuracyPromise(
                            f.number("accuracy"),
                            f.number("confidence"),
                            f.constant("rule", AccuracyPromise.Rule.class));
            Abstention.Limit limit = limit(f, ERROR_SCORES, calibration);
            int examples = Check.atLeast(f.place() + ".examples", f.integer("examples"), 1);
            return new CalibratedPromises.Decisions(
                    promise, limit, new Selection(limit.threshold(), examples, f.integer("kept"), f.integer("wrong")));
        });
    }

    static ObjectNode write(CalibratedPromises.Sets given) {
        SetCoveragePromise promise = given.rule().promise();
        return JsonNodeFactory.instance
                .objectNode()
                .put("coverage", promise.coverage())
                .put("score", Texts.name(promise.score()))
                .put("by-class", promise.byClass())
                .put("weight", given.rule().regularisation().weight())
                .put("free-ranks", given.rule().regularisation().freeRanks())
                .put("examples", given.examples());
    }

    /** Reads what sets are promised, which says how many quantiles a file holds. */
    static SetCoveragePromise setCoverage(Fields fields) {
        return new SetCoveragePromise(
                fields.number("coverage"), fields.constant("score", SetScore.class), fields.flag("by-class"));
    }

    static CalibratedPromises.Sets sets(Fields fields, double[] quantiles) {
        return fields.only(f -> new CalibratedPromises.Sets(
                ConformalSets.of(
                        setCoverage(f), new Regularisation(f.number("weight"), f.integer("free-ranks")), quantiles),
                f.integer("examples")));
    }
}
