package org.epiwrap.data;

import java.io.IOException;

/**
 * What was asked for did not come, or something else came: a failure on the way, not of a file that somebody gave. The
 * message is one sentence.
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
