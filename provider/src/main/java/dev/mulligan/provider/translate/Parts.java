package dev.mulligan.provider.translate;

import dev.mulligan.provider.translate.ModelRequest.Call;
import dev.mulligan.provider.translate.ModelRequest.Image;
import dev.mulligan.provider.translate.ModelRequest.Part;
import dev.mulligan.provider.translate.ModelRequest.Result;
import dev.mulligan.provider.translate.ModelRequest.Role;
import dev.mulligan.provider.translate.ModelRequest.Text;
import dev.mulligan.provider.translate.ModelRequest.Thought;
import dev.mulligan.provider.translate.ModelRequest.Turn;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Pieces of a turn in the forms that several wires need. */
final class Parts {

    private Parts() {}

    static String text(List<Part> parts) {
        return parts.stream()
                .filter(Text.class::isInstance)
                .map(part -> ((Text) part).text())
                .collect(Collectors.joining("\n\n"));
    }

    /**
     * The same conversation with one turn of a side at a time: the instructions at its beginning, then user and assistant in
     * turns. Instructions that come later are marked and told by the user, since many servers take them only first.
     */
    static List<Turn> sides(List<Turn> turns) {
        List<Turn> sides = new ArrayList<>();
        boolean begun = false;
        for (Turn turn : turns) {
            begun |= turn.role() != Role.SYSTEM;
            boolean late = begun && turn.role() == Role.SYSTEM;
            Turn next = late
                    ? new Turn(Role.USER, List.of(new Text("<system>\n" + text(turn.parts()) + "\n</system>")))
                    : turn;
            if (!sides.isEmpty() && sides.getLast().role() == next.role()) {
                List<Part> both = new ArrayList<>(sides.removeLast().parts());
                both.addAll(next.parts());
                sides.add(new Turn(next.role(), both));
            } else {
                sides.add(next);
            }
        }
        return sides;
    }

    static String thought(List<Part> parts) {
        return parts.stream()
                .filter(Thought.class::isInstance)
                .map(part -> ((Thought) part).text())
                .collect(Collectors.joining());
    }

    /** A result on a wire that has no member for errors. */
    static String resultText(Result result) {
        String text = text(result.content());
        String shown = text.isEmpty() && !images(result).isEmpty() ? "(see the image that follows)" : text;
        return result.error() && !shown.startsWith("Error") ? "Error: " + shown : shown;
    }

    static List<Image> images(Result result) {
        return result.content().stream()
                .filter(Image.class::isInstance)
                .map(Image.class::cast)
                .toList();
    }

    /** Arguments as a string: an empty one is no JSON. */
    static String arguments(Call call) {
        return call.arguments().isBlank() ? "{}" : call.arguments();
    }

    /** Arguments as an object; what a model wrote badly stays readable. */
    static JsonObject input(Call call) {
        try {
            return Json.parse(arguments(call)) instanceof JsonObject object
                    ? object
                    : Json.object("arguments", call.arguments());
        } catch (JsonException e) {
            return Json.object("arguments", call.arguments());
        }
    }
}
