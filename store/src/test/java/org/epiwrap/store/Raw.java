package org.epiwrap.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files put together by hand, byte by byte, so that the reader is not tested by the writer. */
final class Raw {
    private Raw() {}

    static Path file(Path folder, String header, byte... data) throws IOException {
        return file(folder, header.getBytes(StandardCharsets.UTF_8), data);
    }

    static Path file(Path folder, byte[] header, byte... data) throws IOException {
        return file(folder, header.length, header, data);
    }

    static Path file(Path folder, long length, byte[] header, byte... data) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(8 + header.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(length).put(header).put(data);
        return Files.write(folder.resolve("model.safetensors"), bytes.array());
    }

    /** A header for one tensor {@code t} from the start of the data. */
    static String header(String type, String shape, int bytes) {
        return "{\"t\":{\"dtype\":\"" + type + "\",\"shape\":" + shape + ",\"data_offsets\":[0," + bytes + "]}}";
    }
}
