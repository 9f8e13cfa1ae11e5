package org.epiwrap.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.epiwrap.file.AtomicFile;
import org.jspecify.annotations.Nullable;

/**
 * Collects tensors and texts and writes them as one safetensors file, which {@link TensorFile} reads.
 *
 * <p>Equal contents give equal bytes: tensors stand in the order they were added, but those with wider elements first,
 * so that every tensor lies at a multiple of its element's size; metadata stand in the order of their keys.
 */
public final class TensorFileWriter extends ArrayWriter<TensorFileWriter> {
    private final Map<String, String> metadata = new TreeMap<>();
    private @Nullable Manifest manifest;

    private TensorFileWriter() {
        super("tensor");
    }

    /** Returns a writer without tensors. */
    public static TensorFileWriter create() {
        return new TensorFileWriter();
    }

    /** Adds a text; each key is given once. */
    public TensorFileWriter metadata(String key, String text) {
        checkUnicode("metadata " + Text.quoted(key), key);
        checkUnicode("metadata " + Text.quoted(key), text);
        if (key.equals(Checksums.KEY)) {
            throw new IllegalArgumentException(
                    "metadata " + Text.quoted(key) + " must not be given, since it is computed with a manifest");
        }
        if (metadata.size() == Header.MAX_METADATA) {
            throw new IllegalArgumentException("a file must hold at most " + Header.MAX_METADATA + " metadata");
        }
        if (metadata.putIfAbsent(key, text) != null) {
            throw new IllegalArgumentException("metadata " + Text.quoted(key) + " must be given once");
        }
        return this;
    }

    /** Adds the manifest, under {@link Manifest#KEY}, with the SHA-256 of all that the file is going to hold. */
    public TensorFileWriter manifest(Manifest newManifest) {
        metadata(Manifest.KEY, newManifest.text(Map.of()));
        manifest = newManifest;
        return this;
    }

    @Override
    protected TensorFileWriter self() {
        return this;
    }

    @Override
    protected void checkName(String what, String name) {
        if (name.isEmpty() || name.length() > ArrayFile.MAX_NAME || name.equals(Header.METADATA)) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + ArrayFile.MAX_NAME + " characters and not be " + Header.METADATA);
        }
        checkUnicode(what, name);
    }

    /**
     * Writes the file whole or not at all: under another name in the same folder, synced, then moved into place. If that
     * fails, a file that was there before is there unchanged.
     */
    public void writeTo(Path file) throws IOException {
        List<Map.Entry<String, Pending>> ordered = new ArrayList<>(arrays().entrySet());
        ordered.sort(Comparator.comparingInt(
                tensor -> -tensor.getValue().info().type().bytes()));
        byte[] header = header(ordered);
        AtomicFile.write(file, channel -> {
            // Not closed: the channel is not ours to close.
            OutputStream out = Channels.newOutputStream(channel);
            out.write(header);
            for (Map.Entry<String, Pending> tensor : ordered) {
                tensor.getValue().writeTo(out);
            }
        });
    }

    private byte[] header(List<Map.Entry<String, Pending>> ordered) throws IOException {
        if (manifest == null) {
            return HeaderWriter.bytes(new Header(metadata, entries(ordered)));
        }
        Map<String, String> hashes = new TreeMap<>();
        for (Map.Entry<String, Pending> tensor : ordered) {
            MessageDigest digest = Checksums.sha256();
            tensor.getValue().writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            hashes.put(tensor.getKey(), Checksums.hex(digest.digest()));
        }
        Map<String, String> texts = new TreeMap<>(metadata);
        texts.put(Manifest.KEY, manifest.text(hashes));
        return Checksums.headerBytes(new Header(texts, entries(ordered)));
    }

    private static Map<String, Header.Entry> entries(List<Map.Entry<String, Pending>> ordered) {
        Map<String, Header.Entry> entries = new LinkedHashMap<>();
        long begin = 0;
        for (Map.Entry<String, Pending> tensor : ordered) {
            long end = begin + tensor.getValue().bytes();
            entries.put(tensor.getKey(), new Header.Entry(tensor.getValue().info(), begin, end));
            begin = end;
        }
        return entries;
    }

    private static void checkUnicode(String what, String text) {
        if (!Text.isWellFormed(text)) {
            throw new IllegalArgumentException(what + " must be Unicode text, but holds half of a surrogate pair");
        }
    }
}
