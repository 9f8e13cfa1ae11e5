package org.epiwrap.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SvgTest {
    private static final String NASTY = "a<b> & \"c\" 'd' ]]> é 𝛼";

    @Test
    void whatIsWrittenIsReadBack() {
        Svg svg = new Svg()
                .add(Element.text(1, 2.345, NASTY).css("strong").tip(NASTY))
                .add(Element.rect(0, 0, 10, 1e-9).opacity(0.123456789));
        Drawing drawing = Drawing.of(svg.toString(120.5, NASTY));
        assertThat(drawing.attribute("viewBox")).isEqualTo("0 0 380 120.5");
        assertThat(drawing.attribute("aria-label")).isEqualTo(NASTY);
        assertThat(drawing.all("text").get(0).getTextContent()).isEqualTo(NASTY + NASTY);
        assertThat(drawing.all("text").get(0).getAttribute("y")).isEqualTo("2.34");
        assertThat(drawing.all("title")).hasSize(1);
        assertThat(drawing.all("rect").get(0).getAttribute("height")).isEqualTo("0");
        assertThat(drawing.all("rect").get(0).getAttribute("fill-opacity")).isEqualTo("0.12346");
    }

    @Test
    void pathsBeginWithAMove() {
        assertThat(new Outline().lineTo(1, 2).lineTo(3, 4).close().toString()).isEqualTo("M1 2L3 4Z");
    }

    @Test
    void textIsCutToItsWidth() {
        assertThat(Text.within("short", 100)).isEqualTo("short");
        assertThat(Text.within("a very long name of a class", 80)).isEqualTo("a very lon…");
        assertThat(Text.width(Text.within("mmmmm mmmmm mmmmm", 80))).isLessThanOrEqualTo(80);
        assertThat(Text.within("𝛼𝛼𝛼𝛼𝛼𝛼𝛼𝛼", 40)).isEqualTo("𝛼𝛼𝛼𝛼…");
    }

    /** A file of its own is XML with a namespace, its style and a background; parts are moved. */
    @Test
    void documentsStandAlone() {
        Svg part = new Svg().add(Element.circle(1, 2, 3));
        Drawing drawing = Drawing.of(new Svg().add(10, 20, part).document(100, 50, NASTY));
        assertThat(drawing.attribute("xmlns")).isEqualTo("http://www.w3.org/2000/svg");
        assertThat(drawing.attribute("viewBox")).isEqualTo("0 0 100 50");
        assertThat(drawing.all("title").get(0).getTextContent()).isEqualTo(NASTY);
        assertThat(drawing.all("style").get(0).getTextContent()).contains("--page", "svg .background");
        assertThat(Drawing.number(drawing.all("rect", "background").get(0), "width"))
                .isEqualTo(100);
        assertThat(drawing.all("g").get(0).getAttribute("transform")).isEqualTo("translate(10 20)");
        assertThat(drawing.all("g").get(0).getElementsByTagName("circle").getLength())
                .isEqualTo(1);
    }
}
