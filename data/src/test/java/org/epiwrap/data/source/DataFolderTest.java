package org.epiwrap.data.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataFolderTest {
    private static final Path HOME = Path.of("home").toAbsolutePath();

    @Test
    void theEnvironmentComesFirst() {
        Map<String, String> environment = Map.of("EPIWRAP_DATA", "mine", "XDG_CACHE_HOME", HOME.toString());
        assertThat(DataFolder.of(environment, "Linux", HOME)).isEqualTo(Path.of("mine"));
        assertThat(DataFolder.standard()).isNotNull();
    }

    @Test
    void elseItIsInTheCacheOfTheSystem() {
        String cache = HOME.resolve("c").toString();
        assertThat(DataFolder.of(Map.of("XDG_CACHE_HOME", cache), "Linux", HOME))
                .isEqualTo(HOME.resolve("c/epiwrap"));
        assertThat(DataFolder.of(Map.of("XDG_CACHE_HOME", "relative", "EPIWRAP_DATA", ""), "Linux", HOME))
                .isEqualTo(HOME.resolve(".cache/epiwrap"));
        assertThat(DataFolder.of(Map.of("XDG_CACHE_HOME", cache), "Mac OS X", HOME))
                .isEqualTo(HOME.resolve("Library/Caches/epiwrap"));
        assertThat(DataFolder.of(Map.of("LOCALAPPDATA", cache), "Windows 11", HOME))
                .isEqualTo(HOME.resolve("c/epiwrap"));
        assertThat(DataFolder.of(Map.of(), "Windows 11", HOME)).isEqualTo(HOME.resolve("AppData/Local/epiwrap"));
    }
}
