package org.epiwrap.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a header token by token, so that the first thing out of place ends the reading and nothing is kept that the
 * format has no room for.
 */
final class HeaderParser {
    /** Names are neither interned nor shared: those of a hostile file would stay in tables of the whole process. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(4)
                    .maxNameLength(Header.MAX_BYTES)
                    .maxStringLength(Header.MAX_BYTES)
                    .build())
            .build();

    private final Path file;
    private final long dataBytes;
    private final JsonParser json;
    private final Map<String, Header.Entry> tensors = new LinkedHashMap<>();
    private @Nullable Map<String, String> metadata;

    private HeaderParser(Path file, long dataBytes, JsonParser json) {
        this.file = file;
        this.dataBytes = dataBytes;
        this.json = json;
    }

    /**
     * Returns the header, or what is wrong with it.
     *
     * @param file for messages
     * @param header the bytes between the length and the data
     * @param dataBytes what the file holds after the header
     */
    static Header parse(Path file, byte[] header, long dataBytes) throws IOException {
        if (header[0] != '{') {
            throw new StoreException(file, "the header must start with '{' at byte " + Header.LENGTH_BYTES);
        }
        checkEncoding(file, header);
        try (JsonParser json =
                JSON.createParser(new InputStreamReader(new ByteArrayInputStream(header), StandardCharsets.UTF_8))) {
            return new HeaderParser(file, dataBytes, json).header();
        } catch (JsonProcessingException e) {
            throw new StoreException(
                    file,
                    "the header is not valid JSON near its character "
                            + e.getLocation().getCharOffset() + ": " + Text.reason(e),
                    e);
        }
    }

    private static void checkEncoding(Path file, byte[] header) throws StoreException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer bytes = ByteBuffer.wrap(header);
        CharBuffer chars = CharBuffer.allocate(8192);
        CoderResult result;
        do {
            chars.clear();
            result = decoder.decode(bytes, chars, true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw new StoreException(
                    file, "the header must be UTF-8, but is not at byte " + (Header.LENGTH_BYTES + bytes.position()));
        }
    }

    private Header header() throws IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            if (name.equals(Header.METADATA)) {
                readMetadata();
            } else {
                readTensor(name);
            }
        }
        if (json.nextToken() != null) {
            throw refused("after its object the header must hold nothing but spaces");
        }
        checkLayout();
        return new Header(metadata == null ? Map.of() : metadata, tensors);
    }

    private void readMetadata() throws IOException {
        if (metadata != null) {
            throw refused(Header.METADATA + " must be given once, but is given again");
        }
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw refused(Header.METADATA + " must be an object of texts");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            String what = Header.METADATA + " " + Text.quoted(key);
            if (json.nextToken() != JsonToken.VALUE_STRING) {
                throw refused(what + " must be a text");
            }
            String text = json.getText();
            if (!Text.isWellFormed(key) || !Text.isWellFormed(text)) {
                throw refused(what + " must be Unicode text, but holds half of a surrogate pair");
            }
            if (texts.put(key, text) != null) {
                throw refused(what + " must be given once, but is given again");
            }
            if (texts.size() > Header.MAX_METADATA) {
                throw refused(Header.METADATA + " must hold at most " + Header.MAX_METADATA + " texts");
            }
        }
        metadata = texts;
    }

    private void readTensor(String name) throws IOException {
        String what = "tensor " + Text.quoted(name);
        if (name.isEmpty() || name.length() > ArrayFile.MAX_NAME) {
            throw refused(what + " must have a name of 1 to " + ArrayFile.MAX_NAME + " characters, but it has "
                    + name.length());
        }
        if (!Text.isWellFormed(name)) {
            throw refused(what + " must have a name in Unicode, but it holds half of a surrogate pair");
        }
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw refused(what + " must be an object");
        }
        @Nullable DataType type = null;
        @Nullable Shape shape = null;
        @Nullable List<Long> offsets = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            boolean again = switch (field) {
                case Header.TYPE -> type != null;
                case Header.SHAPE -> shape != null;
                case Header.OFFSETS -> offsets != null;
                default ->
                    throw refused(
                            what + " must hold dtype, shape and data_offsets alone, but holds " + Text.quoted(field));
            };
            if (again) {
                throw refused(what + " must give its " + field + " once, but gives it again");
            }
            switch (field) {
                case Header.TYPE -> type = type(what);
                case Header.SHAPE -> shape = shape(what);
                default -> offsets = numbers(what + ": data_offsets", 2);
            }
        }
        if (type == null || shape == null || offsets == null) {
            throw refused(what + " must hold dtype, shape and data_offsets, but lacks "
                    + (type == null ? Header.TYPE : shape == null ? Header.SHAPE : Header.OFFSETS));
        }
        if (tensors.put(name, entry(what, new TensorInfo(type, shape), offsets)) != null) {
            throw refused(what + " must be given once, but is given again");
        }
        if (tensors.size() > ArrayFile.MAX_ARRAYS) {
            throw refused("the file must hold at most " + ArrayFile.MAX_ARRAYS + " tensors");
        }
    }

    private DataType type(String what) throws IOException {
        boolean isText = json.nextToken() == JsonToken.VALUE_STRING;
        for (DataType type : DataType.values()) {
            if (isText && type.name().equals(json.getText())) {
                return type;
            }
        }
        throw refused(what + ": dtype must be one of " + Arrays.toString(DataType.values()) + ", but is "
                + Text.quoted(json.getText()));
    }

    private Shape shape(String what) throws IOException {
        List<Long> sizes = numbers(what + ": shape", Shape.MAX_RANK);
        try {
            return new Shape(sizes);
        } catch (IllegalArgumentException e) {
            throw new StoreException(file, what + ": " + e.getMessage(), e);
        }
    }

    private List<Long> numbers(String what, int atMost) throws IOException {
        if (json.nextToken() != JsonToken.START_ARRAY) {
            throw refused(what + " must be a list of whole numbers >= 0");
        }
        List<Long> numbers = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            String digits = json.getText();
            // The sign is looked at rather than the value, so that -0 is refused as well.
            if (json.currentToken() != JsonToken.VALUE_NUMBER_INT || digits.startsWith("-")) {
                throw refused(what + " must hold whole numbers >= 0, but holds " + Text.quoted(digits));
            }
            if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                throw refused(what + " must hold numbers of at most 2^63 - 1, but holds " + Text.quoted(digits));
            }
            if (numbers.size() == atMost) {
                throw refused(what + " must hold at most " + atMost + " numbers");
            }
            numbers.add(json.getLongValue());
        }
        return numbers;
    }

    private Header.Entry entry(String what, TensorInfo info, List<Long> offsets) throws StoreException {
        if (offsets.size() != 2) {
            throw refused(what + ": data_offsets must be two numbers, but are " + offsets);
        }
        long begin = offsets.get(0);
        long end = offsets.get(1);
        if (begin > end) {
            throw refused(what + ": data_offsets must ascend, but are " + offsets);
        }
        if (end > dataBytes) {
            throw refused(what + " must end inside the file, but it ends at byte " + end + " of the data and the file "
                    + "holds " + dataBytes + " bytes of data");
        }
        // Compared by division: the product may not fit.
        int bytes = info.type().bytes();
        long elements = info.shape().elements();
        if ((end - begin) % bytes != 0 || (end - begin) / bytes != elements) {
            throw refused(what + ": data_offsets must span " + elements + " elements of " + bytes + " bytes for " + info
                    + ", but span " + (end - begin) + " bytes");
        }
        return new Header.Entry(info, begin, end);
    }

    /** The tensors must cover the data without holes or overlaps: no byte is unread, and none is read twice. */
    private void checkLayout() throws StoreException {
        List<Map.Entry<String, Header.Entry>> ascending = new ArrayList<>(tensors.entrySet());
        ascending.sort(Map.Entry.comparingByValue(
                Comparator.comparingLong(Header.Entry::begin).thenComparingLong(Header.Entry::end)));
        long covered = 0;
        for (Map.Entry<String, Header.Entry> tensor : ascending) {
            long begin = tensor.getValue().begin();
            if (begin != covered) {
                throw refused("tensor " + Text.quoted(tensor.getKey()) + " must begin at byte " + covered
                        + " of the data, where the one before it ends, but begins at byte " + begin);
            }
            covered = tensor.getValue().end();
        }
        if (covered != dataBytes) {
            throw refused("the data must end with the last tensor at byte " + covered + ", but the file holds "
                    + dataBytes + " bytes of data");
        }
    }

    private StoreException refused(String problem) {
        return new StoreException(file, problem);
    }
}
