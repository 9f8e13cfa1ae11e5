package org.epiwrap.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The SHA-256 of every tensor of a file and of its header, so that a changed byte is refused wherever it stands.
 *
 * <p>The hashes of the tensors' bytes are a field of the manifest. The hash of the header is a text beside the manifest:
 * that of the header's bytes as they are without this text, from the header's length to the last space. It binds the manifest,
 * and the names, types, shapes and places of the tensors. A header can be spelled in several ways with one meaning;
 * one with hashes must be spelled as {@link HeaderWriter} does, so that not even a space can change.
 */
final class Checksums {
    /** The key of the header's hash among the metadata. */
    static final String KEY = Manifest.KEY + ".sha256";

    private final Map<String, String> tensors;

    private Checksums(Map<String, String> tensors) {
        this.tensors = tensors;
    }

    /** Returns the first bytes of a file with hashes, up to its data. */
    static byte[] headerBytes(Header header) {
        Map<String, String> metadata = new TreeMap<>(header.metadata());
        metadata.put(KEY, hash(header));
        return HeaderWriter.bytes(new Header(metadata, header.tensors()));
    }

    private static String hash(Header header) {
        return hex(sha256().digest(HeaderWriter.bytes(header)));
    }

    /**
     * Verifies the header of a file and returns the hashes of its tensors, if it has hashes.
     *
     * @param text the bytes between the header's length and the data
     */
    static Optional<Checksums> verify(Path file, Header header, byte[] text) throws StoreException {
        String expected = header.metadata().get(KEY);
        if (expected == null) {
            return Optional.empty();
        }
        Map<String, String> covered = new TreeMap<>(header.metadata());
        covered.remove(KEY);
        if (!isCanonical(header, text)
                || !hash(new Header(covered, header.tensors())).equals(expected)) {
            throw new StoreException(
                    file,
                    "the header with the manifest must have the SHA-256 stored with it, but has changed since it was"
                            + " written");
        }
        return Optional.of(new Checksums(tensors(file, header)));
    }

    private static boolean isCanonical(Header header, byte[] text) {
        try {
            byte[] bytes = HeaderWriter.bytes(new Header(new TreeMap<>(header.metadata()), header.tensors()));
            return Arrays.equals(bytes, Header.LENGTH_BYTES, bytes.length, text, 0, text.length);
        } catch (IllegalArgumentException tooLong) {
            return false;
        }
    }

    private static Map<String, String> tensors(Path file, Header header) throws StoreException {
        Map<String, String> hashes = new TreeMap<>();
        if (Manifest.parse(file, header.metadata()).path(Manifest.TENSORS) instanceof ObjectNode fields) {
            fields.properties()
                    .forEach(field -> hashes.put(
                            field.getKey(), String.valueOf(field.getValue().textValue())));
        }
        if (!hashes.keySet().equals(header.tensors().keySet())) {
            throw new StoreException(file, "the manifest must hold the SHA-256 of each tensor, and of nothing else");
        }
        return hashes;
    }

    /** Refuses a tensor whose bytes have another hash than its own. */
    void check(Path file, String tensor, byte[] hash) throws StoreException {
        if (!hex(hash).equals(tensors.get(tensor))) {
            throw new StoreException(
                    file,
                    "tensor " + Text.quoted(tensor)
                            + " must have the SHA-256 in the manifest, but has changed since it was written");
        }
    }

    static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
