package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class HelpTest {
    private static final String EXAMPLE = "  epiwrap ";
    private static final int TERMINAL = 80;

    private final Terminal terminal = new Terminal();

    static Stream<CommandLine> commands() {
        return all(Main.commandLine(new EpiwrapCommand()));
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::all));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsATerminal(CommandLine command) {
        assertThat(command.getUsageMessage(Ansi.OFF).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(TERMINAL));
    }

    /** Put together as a shell does it, they are commands. */
    @ParameterizedTest
    @MethodSource("commands")
    void examplesCanBePasted(CommandLine command) {
        List<String> lines = command.getUsageMessage(Ansi.OFF)
                .lines()
                .dropWhile(line -> !line.equals("Examples:"))
                .skip(1)
                .toList();
        List<String> whole = new ArrayList<>();
        String begun = "";
        for (String line : lines) {
            assertThat(line)
                    .hasSizeLessThanOrEqualTo(Examples.COLUMNS)
                    .startsWith(begun.isEmpty() ? EXAMPLE : "      ");
            begun += line;
            if (begun.endsWith("\\")) {
                begun = begun.substring(0, begun.length() - 1);
            } else {
                whole.add(begun);
                begun = "";
            }
        }
        assertThat(begun).isEmpty();
        for (String example : whole) {
            String[] args = example.substring(EXAMPLE.length()).split(" +");
            assertThat(Main.commandLine(new EpiwrapCommand()).parseArgs(args).hasSubcommand())
                    .as(example)
                    .isTrue();
        }
    }

    @Test
    void helpIsACommand() {
        terminal.must("--help");
        String top = terminal.out();
        assertThat(top).contains("Exit codes:").containsPattern("130 +Stopped by Ctrl-C");
        terminal.must("help");
        assertThat(terminal.out()).isEqualTo(top);
        terminal.must("train --help");
        String train = terminal.out();
        terminal.must("help train");
        assertThat(terminal.out()).isEqualTo(train);
        terminal.mustFail("help unwrap", 2, "Unknown subcommand 'unwrap'");
    }

    /** Whatever else is wrong: who asks for help gets it. */
    @Test
    void helpGoesBeforeChecks() {
        terminal.must("train --threads 0 --help");
        assertThat(terminal.out()).contains("--threads=N");
    }

    @Test
    void theNetworksThatShellsOfferAreNetworks() {
        Choices.BackboneName names = new Choices.BackboneName();
        assertThat(names)
                .contains("mlp:8", "resnet-18/4")
                .allSatisfy(name -> assertThat(names.convert(name)).hasToString(name));
    }
}
