package org.epiwrap.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Source;
import org.junit.jupiter.api.Test;

class IdxImagesTest {
    private static final byte[] TWO = {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 3, 4};

    @Test
    void imagesComeOneByOne() throws Exception {
        try (IdxImages images = IdxImages.open(Source.bytes("two", TWO))) {
            assertThat(images.shape()).isEqualTo(new Volume(1, 1, 2));
            byte[] pixels = new byte[2];
            assertThat(images.next(pixels)).isTrue();
            assertThat(pixels).containsExactly(1, 2);
            assertThat(images.next(pixels)).isTrue();
            assertThat(pixels).containsExactly(3, 4);
            assertThat(images.next(pixels)).isFalse();
            assertThat(images.next(pixels)).isFalse();
        }
    }

    @Test
    void whatIsMissingOrTooMuchIsFoundAtItsPlace() throws Exception {
        byte[] many = TWO.clone();
        many[7] = 3;
        assertThatThrownBy(() -> readAll("a.gz", zipped(many)))
                .hasMessage("a.gz, byte 20: expected 2 more bytes of image 2, but found the end of the file");
        many[7] = 1;
        assertThatThrownBy(() -> readAll("a.gz", zipped(many)))
                .hasMessage("a.gz, byte 18: expected the end of the file, but found more bytes");
        many[8] = 127;
        many[12] = 127;
        assertThatThrownBy(() -> readAll("a.gz", zipped(many)))
                .hasMessageContaining("a.gz, byte 8: expected images of less than 2 GiB");
    }

    private static void readAll(String name, byte[] bytes) throws IOException {
        try (IdxImages images = IdxImages.open(Source.bytes(name, bytes))) {
            byte[] pixels = new byte[images.shape().size()];
            while (images.next(pixels)) {
                assertThat(pixels).isNotEmpty();
            }
        }
    }

    private static byte[] zipped(byte[] bytes) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(bytes);
        }
        return zipped.toByteArray();
    }
}
