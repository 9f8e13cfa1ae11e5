package org.epiwrap.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.junit.jupiter.api.Test;

class PictureTest {
    private static final byte[] GREYS = {0, (byte) 200, 100, (byte) 255};

    @Test
    void picturesAreReadBack() throws IOException {
        Picture grey = picture(GREYS, 1, 2, 2);
        assertThat(rgb(grey, 1, 0)).isEqualTo(0xc8c8c8);
        assertThat(rgb(grey, 0, 1)).isEqualTo(0x646464);
        byte[] colour = {1, 2, 3, 4, 5, 6};
        assertThat(rgb(picture(colour, 3, 1, 2), 0, 0)).isEqualTo(0x010305);
        assertThat(rgb(picture(colour, 3, 1, 2), 1, 0)).isEqualTo(0x020406);
        Dataset two = Dataset.unlabelled("two", new Volume(1, 1, 2), GREYS);
        assertThat(rgb(Picture.of(two, 1), 0, 0)).isEqualTo(0x646464);
    }

    @Test
    void badPicturesAreRefused() {
        assertThatThrownBy(() -> picture(new byte[8], 2, 2, 2)).hasMessage("channels must be 1 or 3, but is 2");
    }

    private static Picture picture(byte[] pixels, int channels, int height, int width) {
        return Picture.of(Dataset.unlabelled("one", new Volume(channels, height, width), pixels), 0);
    }

    private static int rgb(Picture picture, int x, int y) throws IOException {
        String base64 = picture.uri().substring("data:image/png;base64,".length());
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))
                        .getRGB(x, y)
                & 0xffffff;
    }
}
