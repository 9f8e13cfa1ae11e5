package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever bytes come in: either a refusal with a reason, or tensors that survive being written and read again. */
@Tag("fuzz")
class TensorFileFuzzTest {
    static final Pattern REASON = Pattern.compile("[^\\p{C}]+: [^\\p{Cc}\\p{Cf}\\p{Cs}]+");

    /** Reads hostile files. */
    @FuzzTest(maxDuration = "2m")
    void anyFile(byte[] input) throws IOException {
        byte[] bytes = HostileFile.safetensors(input);
        HostileFile.use(bytes, ".safetensors", StoreException.class, REASON, (path, copy) -> {
            try (TensorFile file = TensorFile.open(path)) {
                checkManifest(file);
                checkCopy(file, copy);
            }
        });
    }

    private static void checkManifest(TensorFile file) {
        try {
            Manifest manifest = Manifest.read(file);
            TensorFileWriter.create().manifest(Manifest.of(manifest.content()));
        } catch (StoreException refused) {
            HostileFile.checkReason(refused, REASON);
        }
    }

    private static void checkCopy(TensorFile file, Path copy) throws IOException {
        TensorFileWriter writer = TensorFileWriter.create();
        // The copy may have wider numbers, which would not have the hashes of the manifest.
        Map<String, String> texts = new LinkedHashMap<>(file.metadata());
        texts.remove("epiwrap.sha256");
        texts.forEach(writer::metadata);
        for (String name : file.names()) {
            TensorInfo info = file.info(name);
            switch (info.type()) {
                case F16, BF16, F32 -> writer.add(name, info.shape(), file.floats(name));
                case F64 -> writer.add(name, info.shape(), file.doubles(name));
                case U8 -> writer.add(name, info.shape(), bytes(file.longs(name)));
                default -> writer.add(name, info.shape(), file.longs(name));
            }
        }
        writer.writeTo(copy);
        try (TensorFile back = TensorFile.open(copy)) {
            require(back.metadata().equals(texts), "the metadata have changed");
            checkEqual(file, back);
        }
    }

    private static byte[] bytes(long[] values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** Throws an error unless two files hold the same arrays, but for the width of their numbers. */
    static void checkEqual(ArrayFile file, ArrayFile back) throws IOException {
        require(back.names().equals(file.names()), "the names have changed");
        for (String name : file.names()) {
            require(back.info(name).shape().equals(file.info(name).shape()), "a shape has changed");
            boolean equal = switch (file.info(name).type()) {
                case F16, BF16, F32, F64 -> Arrays.equals(file.doubles(name), back.doubles(name));
                default -> Arrays.equals(file.longs(name), back.longs(name));
            };
            require(equal, "values have changed");
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
