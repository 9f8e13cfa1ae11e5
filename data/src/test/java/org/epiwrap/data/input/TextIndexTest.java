package org.epiwrap.data.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

class TextIndexTest {
    @Test
    void textsAreFoundAsInAMap() {
        RandomCases.forAll(1, 20, random -> {
            Map<String, Integer> expected = new HashMap<>();
            TextIndex index = new TextIndex();
            for (int i = 0; i < 2_000; i++) {
                // Texts whose hashes would be equal as Java's are, and an empty one.
                String text = (random.nextBoolean() ? "Aa" : "BB").repeat(random.nextInt(4)) + random.nextInt(50);
                text = random.nextInt(100) == 0 ? "" : text;
                assertThat(index.find(text)).isEqualTo(expected.getOrDefault(text, -1));
                if (!expected.containsKey(text)) {
                    expected.put(text, index.add(text));
                }
            }
            assertThat(index.size()).isEqualTo(expected.size());
            List<String> texts = index.texts();
            expected.forEach((text, place) -> assertThat(texts.get(place)).isEqualTo(text));
        });
    }

    @Test
    void rowsGrowAndAreUsedAgain() {
        RowText row = new RowText();
        String longest = "é".repeat(1_000);
        for (int i = 0; i < 40; i++) {
            row.add(i % 2 == 0 ? "" : longest);
        }
        assertThat(row.length()).isEqualTo(20 * longest.length());
        assertThat(row.texts()).hasSize(40).contains("", longest);
        row.set(new String[] {"one", "", "three"});
        row.add("xfourx".toCharArray(), 1, 5);
        assertThat(row.texts()).containsExactly("one", "", "three", "four");
        assertThatIllegalArgumentException().isThrownBy(() -> row.text(4));
    }
}
