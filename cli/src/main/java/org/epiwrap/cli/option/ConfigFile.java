package org.epiwrap.cli.option;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options from a YAML file, for those that the command line does not give. A key is an option's long name without its
 * dashes, at the top level or in a section with the command's name, which takes precedence. A subcommand has its section
 * inside that of its parent. So one file can serve several commands.
 */
public final class ConfigFile implements IDefaultValueProvider {
    private static final String CONFIG = "--config";

    private final Map<String, String> values;
    private final List<String> args;

    private ConfigFile(Map<String, String> values, List<String> args) {
        this.values = values;
        this.args = args;
    }

    /** Adds the option {@code --config} to every command that has others. */
    public static void addOption(CommandLine command) {
        if (command.getCommandSpec().options().stream().anyMatch(ConfigFile::isSetting)
                && command.getParent() != null) {
            command.getCommandSpec()
                    .addOption(OptionSpec.builder(CONFIG)
                            .paramLabel("FILE")
                            .type(Path.class)
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

    /** Reads the file that the arguments name, if any, as the defaults of the command they name. */
    public static void use(CommandLine root, List<String> args) throws IOException {
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
        JsonNode content = content(file);
        // A file of comments alone has no options.
        if (!content.isObject() && !content.isMissingNode()) {
            throw new IllegalArgumentException(file + " must contain keys with values, but does not");
        }
        Map<String, String> flat = new HashMap<>();
        Map<String, String> own = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry : content.properties()) {
            String key = entry.getKey();
            CommandLine section = root.getSubcommands().get(key);
            // If the name is also that of an option, its value is missing.
            boolean empty = entry.getValue().isNull() && option(command, key).isEmpty();
            if (section != null && (entry.getValue().isObject() || empty)) {
                readSection(file, section, entry.getValue(), command, own);
            } else {
                flat.put(key, value(file, command, key, entry.getValue()));
            }
        }
        flat.putAll(own);
        return flat;
    }

    /** Checks the options of a section and of those inside it, and keeps those of the command that will run. */
    private static void readSection(
            Path file, CommandLine section, JsonNode content, CommandLine command, Map<String, String> own) {
        for (Map.Entry<String, JsonNode> entry : content.properties()) {
            CommandLine inner = section.getSubcommands().get(entry.getKey());
            if (inner != null
                    && (entry.getValue().isObject() || entry.getValue().isNull())) {
                readSection(file, inner, entry.getValue(), command, own);
                continue;
            }
            String value = value(file, section, entry.getKey(), entry.getValue());
            if (section == command) {
                own.put(entry.getKey(), value);
            }
        }
    }

    private static JsonNode content(Path file) throws IOException {
        YAMLMapper yaml = YAMLMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try {
            // Read here and not by the mapper, which reports unreadable files as bad YAML.
            if (Files.isDirectory(file)) {
                throw new IllegalArgumentException(file + " must be a YAML file, but is a folder");
            }
            String text = Files.readString(file);
            checkPlain(file, yaml, text);
            return yaml.readTree(text);
        } catch (JsonProcessingException e) {
            String what = e.getOriginalMessage().lines().findFirst().orElse("").replaceFirst(", got this.*", "");
            throw new IllegalArgumentException(
                    file + " must be a YAML file, but line " + line(e.getLocation()) + " is not: " + what, e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " must be text in UTF-8, but is not", e);
        }
    }

    /** Rejects what the mapper would ignore: it reads only the first document, and takes an alias for its name. */
    private static void checkPlain(Path file, YAMLMapper yaml, String text) throws IOException {
        try (YAMLParser parser = yaml.getFactory().createParser(text)) {
            boolean whole = false;
            while (parser.nextToken() != null) {
                String place = "line " + line(parser.currentTokenLocation());
                if (whole) {
                    throw new IllegalArgumentException(
                            file + " must contain one document, but has another on " + place);
                }
                if (parser.isCurrentAlias()) {
                    throw new IllegalArgumentException(
                            file + " must not use aliases, but " + place + " has *" + parser.getText());
                }
                whole = parser.getParsingContext().inRoot();
            }
        }
    }

    private static int line(@Nullable JsonLocation location) {
        return location == null ? 1 : location.getLineNr();
    }

    /** Returns the value of a key as it would be typed. */
    private static String value(Path file, CommandLine command, String key, JsonNode node) {
        OptionSpec option = option(command, key)
                .orElseThrow(() -> new IllegalArgumentException(file + ": " + name(command) + " has no option " + key
                        + "; keys can be " + String.join(", ", allowed(command))));
        if (node.isArray() && option.isMultiValue()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(each -> scalar(file, option, key, each))
                    .collect(Collectors.joining(","));
        }
        return scalar(file, option, key, node);
    }

    private static String scalar(Path file, OptionSpec option, String key, JsonNode node) {
        if (!node.isValueNode() || node.isNull()) {
            throw new IllegalArgumentException(
                    file + ": " + key + " must have one value, but has " + (node.isNull() ? "none" : "several"));
        }
        if (node.isBoolean() && !isFlag(option)) {
            throw new IllegalArgumentException(file + ": " + key + " must be in quotes, since YAML reads it as "
                    + node.asText() + " without them");
        }
        return node.asText();
    }

    private static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    private static Optional<OptionSpec> option(CommandLine command, String key) {
        return Optional.ofNullable(command.getCommandSpec().optionsMap().get("--" + key))
                .filter(ConfigFile::isSetting);
    }

    /** Returns the command as it is typed, without {@code epiwrap}. */
    private static String name(CommandLine command) {
        String whole = command.getCommandSpec().qualifiedName();
        return whole.substring(whole.indexOf(' ') + 1);
    }

    /** Returns the options and subcommands of a command. */
    private static List<String> allowed(CommandLine command) {
        Stream<String> options = command.getCommandSpec().options().stream()
                .filter(ConfigFile::isSetting)
                .map(option -> option.longestName().substring(2));
        return Stream.concat(options, command.getSubcommands().keySet().stream())
                .sorted()
                .toList();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec arg) {
        if (!(arg instanceof OptionSpec option) || !option.longestName().startsWith("--")) {
            return null;
        }
        // A flag on the command line inverts its default, so that one from the file must not be used.
        boolean given = isFlag(option) && args.contains(option.longestName());
        return given ? null : values.get(option.longestName().substring(2));
    }
}
