package org.epiwrap.browser;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window. Its paths are given, so that nothing is looked for on the network. */
public final class Browser implements AutoCloseable {
    private static final int ATTEMPTS = 600;
    private static final long BETWEEN_ATTEMPTS = 50_000_000;
    /** What the margins of the page leave of A4 (210 mm by 297 mm) at 96 points an inch. */
    private static final int PAPER_WIDTH = 687;

    private static final double MILLIMETRES_AN_INCH = 25.4;
    private static final Pattern PAGE_COUNT = Pattern.compile("/Count (\\d+)");

    private final ChromeDriver driver;

    private Browser(Path chromium, Path chromedriver) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.toFile())
                        .build(),
                options);
    }

    /** The browser of this machine, if it has one. */
    public static Optional<Browser> start() {
        Optional<Path> chromium = onPath("chromium").or(() -> onPath("google-chrome"));
        Optional<Path> chromedriver = onPath("chromedriver");
        return chromium.isPresent() && chromedriver.isPresent()
                ? Optional.of(new Browser(chromium.get(), chromedriver.get()))
                : Optional.empty();
    }

    private static Optional<Path> onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public void open(Path page, int width, String scheme) {
        // Without a medium it is what a page is used for: a screen until it is printed.
        open(page, width, scheme, "");
    }

    /** As it would be printed, on a sheet that is A4 wide and has no end. */
    public void openOnPaper(Path page) {
        open(page, PAPER_WIDTH, "light", "print");
    }

    private void open(Path page, int width, String scheme, String medium) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 844, "deviceScaleFactor", 1, "mobile", width < 600));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        // From another page: asked for the page it already shows, a busy driver has answered for the old one.
        driver.get("about:blank");
        driver.get(page.toUri().toString());
        awaitLoaded();
    }

    private void awaitLoaded() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (ask("return location.protocol === 'file:' && document.readyState === 'complete'")
                    .equals(true)) {
                return;
            }
            LockSupport.parkNanos(BETWEEN_ATTEMPTS);
        }
        throw new AssertionError("the page has not been loaded");
    }

    public ChromeDriver driver() {
        return driver;
    }

    /** What a script gives back. */
    public Object ask(String script) {
        Object answer = driver.executeScript(script);
        return answer == null ? "nothing" : answer;
    }

    /** All that was written to the console since the last time. */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    /** The whole page, for people to look at. */
    public void photograph(Path file) throws IOException {
        Map<String, Object> clip = Map.of(
                "x", 0,
                "y", 0,
                "width", ask("return document.documentElement.scrollWidth"),
                "height", ask("return document.documentElement.scrollHeight"),
                "scale", 1);
        Object data = driver.executeCdpCommand(
                        "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true, "clip", clip))
                .get("data");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode((String) data));
    }

    /** Prints the page, for people to look at, and gives the number of sheets of A4. */
    public int print(Path file) throws IOException {
        Object data = driver.executeCdpCommand(
                        "Page.printToPDF",
                        Map.of(
                                "paperWidth", 210 / MILLIMETRES_AN_INCH,
                                "paperHeight", 297 / MILLIMETRES_AN_INCH,
                                "printBackground", true))
                .get("data");
        byte[] pdf = Base64.getDecoder().decode((String) data);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, pdf);
        // Pages are in a tree, each node with the number of those below it.
        return PAGE_COUNT
                .matcher(new String(pdf, StandardCharsets.ISO_8859_1))
                .results()
                .mapToInt(count -> Integer.parseInt(count.group(1)))
                .max()
                .orElseThrow();
    }

    /** Names of the tables that are wider than their boxes. */
    public List<Object> scrolling() {
        return list("""
                return [...document.querySelectorAll('.scroll')]
                    .filter(scroll => scroll.scrollWidth > scroll.clientWidth)
                    .map(scroll => scroll.getAttribute('aria-labelledby'))
                """);
    }

    /** Cells of tables whose text cannot be seen whole, wherever their table is scrolled to. */
    public List<Object> cut() {
        return list("""
                const found = [];
                for (const scroll of document.querySelectorAll('.scroll')) {
                  const frame = scroll.getBoundingClientRect();
                  const scrolls = getComputedStyle(scroll).overflowX === 'auto';
                  for (const cell of scroll.querySelectorAll('th, td')) {
                    const text = document.createRange();
                    text.selectNodeContents(cell);
                    if (scrolls) {
                      scroll.scrollLeft += text.getBoundingClientRect().right - frame.right;
                    }
                    const box = text.getBoundingClientRect();
                    const held = cell.parentElement.cells[0].getBoundingClientRect();
                    const left = cell.cellIndex === 0 ? frame.left : Math.max(frame.left, held.right);
                    if (box.left < Math.max(0, left) - 1 || box.right > Math.min(innerWidth, frame.right) + 1) {
                      found.push(scroll.getAttribute('aria-labelledby') + ': ' + cell.textContent);
                    }
                  }
                  scroll.scrollLeft = 0;
                }
                return found;
                """);
    }

    /** Pairs of neighbours in tables whose texts have no gap between them that is as wide as a letter. */
    public List<Object> touching() {
        return list("""
                const found = [];
                const box = cell => {
                  const text = document.createRange();
                  text.selectNodeContents(cell);
                  return text.getBoundingClientRect();
                };
                for (const row of document.querySelectorAll('tr')) {
                  for (let c = 1; c < row.cells.length; c++) {
                    const [left, right] = [row.cells[c - 1], row.cells[c]];
                    if (!(box(right).left - box(left).right >= 6)) {
                      found.push(left.textContent + ' | ' + right.textContent);
                    }
                  }
                }
                return found;
                """);
    }

    /** Words of headers that are on two lines. */
    public List<Object> broken() {
        return list("""
                const found = [];
                for (const button of document.querySelectorAll('th button')) {
                  const text = button.firstChild;
                  for (const match of text.data.matchAll(/[^\\s-]+/g)) {
                    const word = document.createRange();
                    word.setStart(text, match.index);
                    word.setEnd(text, match.index + match[0].length);
                    if (new Set([...word.getClientRects()].map(box => box.top)).size > 1) {
                      found.push(match[0]);
                    }
                  }
                }
                return found;
                """);
    }

    /** Moves a table to its right end, and waits until the page has taken notice. */
    public void scrollToEnd(String table) {
        driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                const scroll = document.querySelector(`#table-${arguments[0]} + .scroll`);
                scroll.addEventListener('scroll', () => requestAnimationFrame(() => done()), { once: true });
                scroll.scrollLeft = scroll.scrollWidth;
                """, table);
    }

    /** Pairs of texts of one drawing that cover each other. */
    public List<Object> overlaps() {
        return list("""
                const found = [];
                for (const svg of document.querySelectorAll('figure svg')) {
                  const texts = [...svg.querySelectorAll('text')];
                  const boxes = texts.map(text => text.getBoundingClientRect());
                  for (let i = 0; i < texts.length; i++) {
                    for (let j = i + 1; j < texts.length; j++) {
                      const across = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
                      const down = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
                      if (across > 0.5 && down > 0.5) {
                        found.push(svg.ariaLabel + ': ' + texts[i].textContent + ' | ' + texts[j].textContent);
                      }
                    }
                  }
                }
                return found;
                """);
    }

    /** Texts that reach out of their drawing. */
    public List<Object> outside() {
        return list("""
                return [...document.querySelectorAll('figure svg text')].filter(text => {
                  const box = text.getBoundingClientRect();
                  const frame = text.ownerSVGElement.getBoundingClientRect();
                  return box.left < frame.left - 1 || box.right > frame.right + 1
                      || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
                }).map(text => text.ownerSVGElement.ariaLabel + ': ' + text.textContent)
                """);
    }

    /** Of every picture in the drawings, in pixels; 0 for one that does not load. */
    public List<Object> pictureWidths() {
        Object widths = driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                Promise.all([...document.querySelectorAll('svg image')].map(image => new Promise(resolve => {
                  const probe = new Image();
                  probe.onload = () => resolve(probe.naturalWidth);
                  probe.onerror = () => resolve(0);
                  probe.src = image.getAttribute('href');
                }))).then(done);
                """);
        return List.copyOf((List<?>) widths);
    }

    private List<Object> list(String script) {
        return List.copyOf((List<?>) ask(script));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
