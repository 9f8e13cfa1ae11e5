package org.epiwrap.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
    @Test
    void numbersByValue() {
        assertThat(NaturalOrder.sorted(Set.of("10", "-1", "9", "2.5"))).containsExactly("-1", "2.5", "9", "10");
    }

    @Test
    void runsOfDigitsAsNumbers() {
        assertThat(NaturalOrder.sorted(Set.of("item10", "item2", "item02", "item", "other", "item2b")))
                .containsExactly("item", "item02", "item2", "item2b", "item10", "other");
    }

    @Test
    void numbersOfAnyLength() {
        String large = "x" + "9".repeat(5000);
        assertThat(NaturalOrder.sorted(Set.of(large, "x" + "1".repeat(5001))))
                .first()
                .isEqualTo(large);
    }

    @Test
    void theOrderDoesNotDependOnWhereTheNamesStood() {
        RandomCases.forAll(1, 300, random -> {
            List<String> names = random.ints(8, 0, 4000)
                    .mapToObj(i -> Integer.toString(i, 3).replace('2', 'b').replace("00", "a-"))
                    .distinct()
                    .toList();
            int[] order = Permutation.random(names.size(), random);
            List<String> shuffled = Arrays.stream(order).mapToObj(names::get).toList();
            assertThat(NaturalOrder.sorted(shuffled))
                    .isEqualTo(NaturalOrder.sorted(names))
                    .hasSameElementsAs(names);
        });
    }
}
