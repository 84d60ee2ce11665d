package dev.mulligan.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads YAML 1.2, and JSON with it, into values that know where they stand. */
public final class Yaml {

    private static final int LARGEST_FILE = 4 * 1024 * 1024;

    /** Aliases can make a small file a huge value; no honest one has more. */
    private static final int MOST_VALUES = 200_000;

    private static final int DEEPEST = 100;
    private static final String TOO_DEEP = ": nested deeper than " + DEEPEST + " levels";
    private static final int LONGEST_NAME = 1_000;

    private final String name;
    private int values;

    private Yaml(String name) {
        this.name = name;
    }

    /** Reads a file; every mistake is a {@link YamlException} with file, line and column. */
    public static YamlValue read(Path file) {
        return parse(file.toString(), text(file));
    }

    /** The text of a file that is about to be parsed. */
    public static String text(Path file) {
        try {
            long size = Files.size(file);
            if (size > LARGEST_FILE) {
                throw new YamlException(file + ": has " + size + " bytes; at most " + LARGEST_FILE + " are read");
            }
            return Utf8Files.read(file);
        } catch (IOException e) {
            if (e instanceof NoSuchFileException) {
                throw new YamlException("there is no file " + file, e);
            }
            if (e.getCause() instanceof CharacterCodingException) {
                throw new YamlException(file + ": " + e.getMessage(), e);
            }
            throw new YamlException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** An empty text is an empty mapping. */
    public static YamlValue parse(String name, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setMaxAliasesForCollections(100)
                .setCodePointLimit(LARGEST_FILE)
                .build();
        try {
            requireShallow(name, new Parse(settings).parseString(text));
            Optional<Node> root = new Compose(settings).composeString(text);
            return root.map(node -> new Yaml(name).value(node, 0))
                    .orElseGet(() -> new YamlValue.Mapping(Map.of(), new LineColumn(name, 1, 1)));
        } catch (MarkedYamlEngineException e) {
            throw new YamlException(place(e.getProblemMark(), name) + ": " + e.getProblem(), e);
        } catch (YamlEngineException | IllegalArgumentException e) {
            throw new YamlException(name + ": " + e.getMessage(), e);
        }
    }

    /** Looked at first, one event after the other: putting values together goes as deep as the text does. */
    private static void requireShallow(String name, Iterable<Event> events) {
        int depth = 0;
        for (Event event : events) {
            switch (event.getEventId()) {
                case SequenceStart, MappingStart -> {
                    if (++depth > DEEPEST) {
                        throw new YamlException(place(event.getStartMark(), name) + TOO_DEEP);
                    }
                }
                case SequenceEnd, MappingEnd -> depth--;
                default -> {}
            }
        }
    }

    private YamlValue value(Node node, int depth) {
        LineColumn at = place(node.getStartMark(), name);
        if (++values > MOST_VALUES) {
            throw new YamlException(at + ": more than " + MOST_VALUES + " values; aliases repeat too much");
        }
        if (depth > DEEPEST) {
            throw new YamlException(at + TOO_DEEP);
        }
        return switch (node) {
            case ScalarNode scalar -> new YamlValue.Scalar(scalar.getValue(), isNull(scalar), isText(scalar), at);
            case SequenceNode sequence -> {
                List<YamlValue> items = new ArrayList<>();
                sequence.getValue().forEach(item -> items.add(value(item, depth + 1)));
                yield new YamlValue.Sequence(items, at);
            }
            case MappingNode mapping -> mapping(mapping, at, depth);
            default -> throw new YamlException(at + ": this kind of YAML value is not supported");
        };
    }

    private YamlValue mapping(MappingNode mapping, LineColumn at, int depth) {
        Map<String, YamlValue> members = new LinkedHashMap<>();
        Map<String, LineColumn> keys = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            LineColumn keyAt = place(tuple.getKeyNode().getStartMark(), name);
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new YamlException(keyAt + ": a key must be a word");
            }
            if (key.getValue().length() > LONGEST_NAME) {
                throw new YamlException(keyAt + ": a name of " + key.getValue().length() + " characters; at most "
                        + LONGEST_NAME + " are read");
            }
            keys.put(key.getValue(), keyAt);
            YamlValue member = value(tuple.getValueNode(), depth + 1);
            if (members.put(key.getValue(), member) != null) {
                throw new YamlException(keyAt + ": " + key.getValue() + " is given twice");
            }
        }
        return new YamlValue.Mapping(members, keys, at);
    }

    private static boolean isNull(ScalarNode scalar) {
        return scalar.getTag().getValue().endsWith(":null");
    }

    private static boolean isText(ScalarNode scalar) {
        return scalar.getTag().getValue().endsWith(":str");
    }

    private static LineColumn place(Optional<Mark> mark, String name) {
        return mark.map(m -> new LineColumn(name, m.getLine() + 1, m.getColumn() + 1))
                .orElseGet(() -> new LineColumn(name, 1, 1));
    }
}
