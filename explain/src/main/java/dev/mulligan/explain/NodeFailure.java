package dev.mulligan.explain;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failure of node's runner; the reporters differ in what surrounds the message. */
final class NodeFailure {
    private static final Pattern CLASS = Pattern.compile("^(?:Uncaught )?\\w*(?:Error|Exception)(?: \\[\\w+\\])?: ");

    private NodeFailure() {}

    static Finding finding(String name, @Nullable Frame test, List<String> body) {
        List<String> text = new ArrayList<>();
        for (String l : body) {
            if (Frames.of(l).isPresent() || (l.endsWith(" {") && l.strip().startsWith("at "))) break;
            if (l.strip().startsWith("generatedMessage:")) break;
            text.add(l);
        }
        String message = Texts.block(text);
        if (message.endsWith(" {")) message = message.substring(0, message.length() - 2);
        Frame own = Frames.firstOwn(body);
        return of(name, own == null || own.library() ? test : own, message);
    }

    static Finding of(String name, @Nullable Frame at, String message) {
        return Finding.test(name, at, message, core(message));
    }

    /** A file that fails while loading is only called failed; the crash was printed before. */
    static Finding atLoad(Output out, Finding f) {
        if (!f.error().message().replace("'", "").equals("test failed")) return f;
        List<Finding> crash = new TraceParser().parse(out).items();
        return crash.isEmpty() ? f : crash.getFirst();
    }

    static boolean named(String line) {
        return CLASS.matcher(line).find();
    }

    /** Only some reporters name the error's class. */
    static String core(String message) {
        return CLASS.matcher(message).replaceFirst("");
    }
}
