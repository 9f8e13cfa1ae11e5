package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.regex.Pattern;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.array.ArrayData;
import org.epiwrap.data.array.ArrayOptions;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever an archive of arrays holds: a dataset whose examples can be read, or a refusal that names the file. */
@Tag("fuzz")
class ArrayFuzzTest {
    private static final Pattern REASON = Pattern.compile("[^\n]*fuzz[^\n]*npz[^\n]+");

    @FuzzTest(maxDuration = "2m")
    void anyArchive(byte[] bytes) throws IOException {
        HostileFile.use(bytes, ".npz", DataException.class, REASON, (file, copy) -> {
            Dataset data = ArrayData.read(file, ArrayOptions.standard()).train();
            if (data.size() < 1
                    || data.labels().length != data.size()
                    || data.contentHash().isEmpty()) {
                throw new AssertionError("a dataset without examples: " + data);
            }
        });
    }
}
