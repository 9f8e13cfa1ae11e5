package org.epiwrap.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options from a file, for those that the command line does not give. A key is an option's long name without its
 * dashes; it stands alone, or in a section under the command's name, which goes before. So one file can serve several
 * commands.
 */
final class ConfigFile implements IDefaultValueProvider {
    private static final String CONFIG = "--config";

    private final Map<String, String> values;
    private final List<String> args;

    private ConfigFile(Map<String, String> values, List<String> args) {
        this.values = values;
        this.args = args;
    }

    /** Gives the option {@code --config} to every command that has others. */
    static void addOption(CommandLine command) {
        if (command.getCommandSpec().options().stream().anyMatch(ConfigFile::isSetting)
                && command.getParent() != null) {
            command.getCommandSpec()
                    .addOption(OptionSpec.builder(CONFIG)
                            .paramLabel("FILE")
                            .type(Path.class)
                            .description("Options from a YAML file, by their long names without dashes, alone or under"
                                    + " the command's name. Those given here go before.")
                            .build());
        }
        command.getSubcommands().values().forEach(ConfigFile::addOption);
    }

    private static boolean isSetting(OptionSpec option) {
        return !option.usageHelp()
                && !option.versionHelp()
                && !option.inherited()
                && !option.hidden()
                && !option.longestName().equals(CONFIG);
    }

    /** Reads the file that the arguments name, if they do, and lets the command they name take its options from it. */
    static void use(CommandLine root, List<String> args) throws IOException {
        CommandLine command = root;
        for (String arg : args) {
            CommandLine inner = command.getSubcommands().get(arg);
            if (inner != null) {
                command = inner;
            } else if (!arg.startsWith("-")) {
                break;
            }
        }
        Optional<Path> file = file(args);
        if (file.isPresent() && command.getCommandSpec().findOption(CONFIG) != null) {
            command.setDefaultValueProvider(new ConfigFile(read(file.get(), root, command), args));
        }
    }

    private static Optional<Path> file(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            if (args.get(i).startsWith(CONFIG + "=")) {
                return Optional.of(Path.of(args.get(i).substring(CONFIG.length() + 1)));
            }
            if (args.get(i).equals(CONFIG) && i + 1 < args.size()) {
                return Optional.of(Path.of(args.get(i + 1)));
            }
        }
        return Optional.empty();
    }

    private static Map<String, String> read(Path file, CommandLine root, CommandLine command) throws IOException {
        JsonNode content;
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            content = YAMLMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build()
                    .readTree(reader);
        } catch (JsonProcessingException e) {
            String what = e.getOriginalMessage().lines().findFirst().orElse("");
            throw new IllegalArgumentException(
                    file + " must be a YAML file, but line " + line(e) + " is not: " + what, e);
        }
        Map<String, String> flat = new HashMap<>();
        Map<String, String> own = new HashMap<>();
        // Nothing but comments is a file without options.
        if (!content.isObject() && !content.isMissingNode()) {
            throw new IllegalArgumentException(file + " must hold keys with values, but does not");
        }
        for (Map.Entry<String, JsonNode> entry : content.properties()) {
            String key = entry.getKey();
            CommandLine section = root.getSubcommands().get(key);
            if (entry.getValue().isObject() && section != null) {
                for (Map.Entry<String, JsonNode> inner : entry.getValue().properties()) {
                    String value = value(file, section, inner.getKey(), inner.getValue());
                    if (section == command) {
                        own.put(inner.getKey(), value);
                    }
                }
            } else {
                flat.put(key, value(file, command, key, entry.getValue()));
            }
        }
        flat.putAll(own);
        return flat;
    }

    private static int line(JsonProcessingException e) {
        return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
    }

    /** The value of a key as the command line would have it. */
    private static String value(Path file, CommandLine command, String key, JsonNode node) {
        OptionSpec option = command.getCommandSpec().optionsMap().get("--" + key);
        if (option == null || !isSetting(option)) {
            throw new IllegalArgumentException(file + ": " + command.getCommandName() + " has no option " + key
                    + "; keys can be " + String.join(", ", allowed(command)));
        }
        if (node.isArray() && !option.splitRegex().isEmpty()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(each -> scalar(file, key, each))
                    .collect(Collectors.joining(option.splitRegex()));
        }
        return scalar(file, key, node);
    }

    private static String scalar(Path file, String key, JsonNode node) {
        if (!node.isValueNode() || node.isNull()) {
            throw new IllegalArgumentException(
                    file + ": " + key + " must have one value, but has " + (node.isNull() ? "none" : "several"));
        }
        return node.asText();
    }

    private static List<String> allowed(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(ConfigFile::isSetting)
                .map(option -> option.longestName().substring(2))
                .sorted()
                .toList();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) {
        if (!(arg instanceof OptionSpec option) || !option.longestName().startsWith("--")) {
            return null;
        }
        // A flag on the command line turns its default round; it is to be set, whatever the file says.
        boolean given = option.arity().max() == 0 && args.contains(option.longestName());
        return given ? null : values.get(option.longestName().substring(2));
    }
}
