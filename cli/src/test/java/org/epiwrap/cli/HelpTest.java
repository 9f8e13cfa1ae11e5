package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.cli.option.Choices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

class HelpTest {
    private static final String EXAMPLE = "  epiwrap ";
    private static final int TERMINAL = 80;
    /** The maximum length of an example; some terminals wrap longer lines. */
    private static final int COLUMNS = 78;

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

    /** Joined as a shell joins them, the lines are commands. */
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
            assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS).startsWith(begun.isEmpty() ? EXAMPLE : "      ");
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

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionAndParameterIsDescribed(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        assertThat(spec.usageMessage().description()).isNotEmpty();
        assertThat(spec.args())
                .filteredOn(argument -> !argument.hidden())
                .allSatisfy(argument -> assertThat(argument.description())
                        .as(argument.paramLabel())
                        .isNotEmpty());
    }

    /** A text under a misspelt key would never be shown. */
    @Test
    void everyTextIsUsed() {
        Set<String> keys = new TreeSet<>();
        commands().map(CommandLine::getCommandSpec).forEach(spec -> {
            String prefix = spec.qualifiedName(".") + ".";
            List<String> names = new ArrayList<>(List.of("usage"));
            spec.optionsMap().keySet().forEach(name -> names.add(name.replaceFirst("^-+", "")));
            spec.positionalParameters()
                    .forEach(parameter -> names.add(parameter.paramLabel() + "[" + parameter.index() + "]"));
            names.forEach(name -> keys.addAll(List.of(name, prefix + name)));
        });
        assertThat(ResourceBundle.getBundle("org.epiwrap.cli.messages").keySet())
                .map(key -> key.replaceFirst("(^|\\.)usage\\..*", "$1usage"))
                .isSubsetOf(keys);
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

    @Test
    void helpTakesPrecedenceOverChecks() {
        terminal.must("train --threads 0 --help");
        assertThat(terminal.out()).contains("--threads=N");
    }

    @Test
    void completionOffersValidNetworks() {
        Choices<Backbone> nets = Choices.ofType(Backbone.class);
        assertThat(nets.names())
                .contains("mlp:8", "resnet-18/4")
                .allSatisfy(name -> assertThat(nets.value(name)).hasToString(name));
    }
}
