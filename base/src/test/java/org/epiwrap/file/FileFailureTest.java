package org.epiwrap.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileFailureTest {
    @Test
    void reasonsAreWords() {
        assertThat(FileFailure.reason(new FileSystemException("x", null, "No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(FileFailure.reason(new NoSuchFileException("x"))).isEqualTo("there is no such file or folder");
        assertThat(FileFailure.reason(new AccessDeniedException("x"))).isEqualTo("access is denied");
        assertThat(FileFailure.reason(new FileAlreadyExistsException("x"))).isEqualTo("it already exists");
        assertThat(FileFailure.reason(new DirectoryNotEmptyException("x"))).isEqualTo("the system gives no reason");
    }
}
