package org.epiwrap.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 hashes, which every Java platform supports. */
public final class Sha256 {
    private Sha256() {}

    /** Returns a new digest. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the hash of a file in hexadecimal digits. */
    public static String of(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            return of(stream);
        }
    }

    /** Returns the hash of the rest of a stream in hexadecimal digits. */
    public static String of(InputStream stream) throws IOException {
        MessageDigest digest = digest();
        stream.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return HexFormat.of().formatHex(digest.digest());
    }
}
