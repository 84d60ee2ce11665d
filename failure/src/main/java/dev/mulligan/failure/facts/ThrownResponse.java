package dev.mulligan.failure.facts;

import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.ThrowableText;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP response inside an exception. Clients of providers throw exceptions that know status, headers and body, but
 * each under its own names and none in a common type, so they are found by the names of their methods: {@code statusCode()},
 * {@code headers()}, {@code body()} of the providers' SDKs and LangChain4j, the getters of Spring.
 */
public final class ThrownResponse {

    private static final int MOST_CAUSES = 16;
    private static final int LONGEST_BODY = 32 * 1024;
    private static final List<String> STATUS = List.of("statusCode", "getStatusCode", "getRawStatusCode");
    private static final List<String> HEADERS = List.of("headers", "getHeaders", "getResponseHeaders");
    private static final List<String> BODY = List.of("getResponseBodyAsString", "body", "responseBody");

    /** Looked up once per class: most exceptions have no such method, and that must cost next to nothing. */
    private static final ClassValue<Optional<Method>> STATUS_OF = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return find(type, STATUS);
        }
    };

    private ThrownResponse() {}

    /** Whether exceptions of this class may know a response. */
    public static boolean isKnownTo(Class<?> type) {
        return STATUS_OF.get(type).isPresent();
    }

    /** The response that the exception or one of its causes carries. */
    public static Optional<Evidence.Http> of(Throwable thrown) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < MOST_CAUSES; depth++) {
            Optional<Evidence.Http> found = in(at);
            if (found.isPresent()) {
                return found;
            }
            at = ThrowableText.causeOf(at);
        }
        return Optional.empty();
    }

    private static Optional<Evidence.Http> in(Throwable thrown) {
        Optional<Method> method = STATUS_OF.get(thrown.getClass());
        if (method.isEmpty()) {
            return Optional.empty();
        }
        OptionalInt status = number(call(method.get(), thrown));
        if (status.isEmpty() || status.getAsInt() < 100 || status.getAsInt() > 999) {
            return Optional.empty();
        }
        return Optional.of(new Evidence.Http(status.getAsInt(), headers(thrown), body(thrown)));
    }

    /** Spring's status is an object with a value of its own. */
    private static OptionalInt number(@Nullable Object status) {
        if (status instanceof Integer code) {
            return OptionalInt.of(code);
        }
        Object value = status == null ? null : callNamed(status, List.of("value"));
        return value instanceof Integer code ? OptionalInt.of(code) : OptionalInt.empty();
    }

    private static String body(Throwable thrown) {
        Object body = callNamed(thrown, BODY);
        String text = body == null ? "" : String.valueOf(body);
        String message = ThrowableText.message(thrown);
        String all = text.isBlank() ? message : text.contains(message) ? text : text + "\n" + message;
        return all.length() <= LONGEST_BODY ? all : all.substring(0, LONGEST_BODY);
    }

    private static Map<String, String> headers(Throwable thrown) {
        Object headers = callNamed(thrown, HEADERS);
        Map<String, String> all = new LinkedHashMap<>();
        if (headers == null) {
            return all;
        }
        Object names =
                headers instanceof Map<?, ?> map ? map.keySet() : callNamed(headers, List.of("names", "headerNames"));
        if (names instanceof Collection<?> list) {
            for (Object name : list) {
                Object value = headers instanceof Map<?, ?> map
                        ? map.get(name)
                        : callNamed(headers, List.of("values", "get", "getFirst"), String.valueOf(name));
                first(value).ifPresent(text -> all.put(String.valueOf(name), text));
            }
        }
        return all;
    }

    private static Optional<String> first(@Nullable Object value) {
        if (value instanceof Collection<?> many) {
            return many.stream().findFirst().map(String::valueOf);
        }
        return Optional.ofNullable(value).map(String::valueOf);
    }

    private static @Nullable Object callNamed(Object target, List<String> names, String... arguments) {
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {String.class};
        return find(target.getClass(), names, types)
                .map(method -> call(method, target, (Object[]) arguments))
                .orElse(null);
    }

    /** What a stranger's method throws is no reason to lose the failure it belongs to. */
    private static @Nullable Object call(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (IllegalAccessException | InvocationTargetException | RuntimeException unreadable) {
            return null;
        }
    }

    private static Optional<Method> find(Class<?> type, List<String> names, Class<?>... arguments) {
        for (String name : names) {
            for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
                Optional<Method> found = declared(at, name, arguments);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** Only what anybody may call: a public method of a public class, or of a public interface of it. */
    private static Optional<Method> declared(Class<?> type, String name, Class<?>... arguments) {
        try {
            if (Modifier.isPublic(type.getModifiers())) {
                Method method = type.getMethod(name, arguments);
                return Modifier.isStatic(method.getModifiers())
                                || !Modifier.isPublic(method.getDeclaringClass().getModifiers())
                        ? Optional.empty()
                        : Optional.of(method);
            }
        } catch (NoSuchMethodException none) {
            // Looked for in its interfaces next.
        }
        for (Class<?> contract : type.getInterfaces()) {
            Optional<Method> found = declared(contract, name, arguments);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
