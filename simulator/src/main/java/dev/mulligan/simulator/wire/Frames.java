package dev.mulligan.simulator.wire;

import dev.mulligan.simulator.script.Fault;
import java.util.ArrayList;
import java.util.List;

/**
 * A streamed answer as the pieces a fault can strike between.
 *
 * @param start events before any content
 * @param content events with content
 * @param finish events after the content, but for the last
 * @param last what says that this was all
 */
public record Frames(List<String> start, List<String> content, List<String> finish, List<String> last) {

    public Frames {
        start = List.copyOf(start);
        content = List.copyOf(content);
        finish = List.copyOf(finish);
        last = List.copyOf(last);
    }

    public List<String> all() {
        List<String> all = new ArrayList<>(allButLast());
        all.addAll(last);
        return all;
    }

    public List<String> allButLast() {
        List<String> all = new ArrayList<>(start);
        all.addAll(content);
        all.addAll(finish);
        return all;
    }

    /** What has been sent when something happens at this place. */
    public List<String> before(Fault.Where where) {
        return switch (where) {
            case FIRST -> List.of();
            case AFTER_START -> start;
            case AFTER_CONTENT -> {
                List<String> some = new ArrayList<>(start);
                some.addAll(content.subList(0, Math.min(2, content.size())));
                yield some;
            }
        };
    }
}
