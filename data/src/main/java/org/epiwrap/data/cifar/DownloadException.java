package org.epiwrap.data.cifar;

import java.io.IOException;

/**
 * Thrown if a download fails or delivers the wrong content. Unlike a {@link org.epiwrap.data.DataException} it does not
 * mean that a given file is wrong. The message is one sentence.
 */
public final class DownloadException extends IOException {
    private static final long serialVersionUID = 1L;

    DownloadException(String message) {
        super(message);
    }

    DownloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
