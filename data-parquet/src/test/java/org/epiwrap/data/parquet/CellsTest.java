package org.epiwrap.data.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

class CellsTest {
    /** Many a writer stores texts as bytes without saying so; what is not UTF-8 stays as it is. */
    @Test
    void bytesOfUnknownMeaningAreTextIfTheyCanBe() {
        PrimitiveType type = Types.required(PrimitiveTypeName.BINARY).named("raw");
        Cells cells = new Cells(3, type);
        assertThat(cells.index()).isEqualTo(3);
        assertThat(cells.text("0x6162c3a9")).isEqualTo("abé");
        assertThat(cells.text("0xff")).isEqualTo("0xff");
        assertThat(cells.text("plain")).isEqualTo("plain");
        assertThat(cells.text(null)).isEmpty();
        assertThat(Cells.shown("a\u001bb")).doesNotContain("\u001b");
    }
}
