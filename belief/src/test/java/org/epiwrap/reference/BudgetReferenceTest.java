package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;
import org.epiwrap.testing.ReferenceValues;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Weights;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetReferenceTest {

    @ParameterizedTest
    @CsvSource({
        "SIGMA, highSigma",
        "MU, highMu",
        "MU_PLUS_SIGMA, highMuPlusSigma",
        "ABS_MU, highAbsMu",
        "ABS_MU_PLUS_SIGMA, highAbsMuPlusSigma"
    })
    void selectsTheSameWeights(Criterion criterion, String key) {
        JsonNode expected = ReferenceValues.read("budgeting.json");
        Weights weights = Weights.of(floats(expected.get("mu")), floats(expected.get("sigma")));
        Budget budget = Budget.highest(criterion, expected.get("fraction").asDouble());
        assertThat(budget.select(weights).stream().toArray())
                .containsExactly(StreamSupport.stream(expected.get(key).spliterator(), false)
                        .mapToInt(JsonNode::asInt)
                        .toArray());
    }

    private static float[] floats(JsonNode numbers) {
        float[] result = new float[numbers.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = (float) numbers.get(i).asDouble();
        }
        return result;
    }
}
