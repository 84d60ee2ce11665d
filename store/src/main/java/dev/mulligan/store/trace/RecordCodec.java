package dev.mulligan.store.trace;

import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * One record as a JSON object, component by component. By plain reflection: method handles are no faster here, and those
 * of the events cost a short command a tenth of its time.
 */
final class RecordCodec {

    private record Field(String name, Method getter, ValueCodec codec) {}

    private final Constructor<?> constructor;
    private final List<Field> fields;

    private RecordCodec(Constructor<?> constructor, List<Field> fields) {
        this.constructor = constructor;
        this.fields = fields;
    }

    static RecordCodec of(Class<?> type) {
        try {
            List<Field> fields = new ArrayList<>();
            RecordComponent[] components = type.getRecordComponents();
            for (RecordComponent component : components) {
                fields.add(new Field(
                        component.getName(), component.getAccessor(), ValueCodec.of(component.getGenericType())));
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return new RecordCodec(type.getConstructor(types), List.copyOf(fields));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be written as JSON", e);
        }
    }

    void write(JsonGenerator to, Object record) {
        to.writeStartObject();
        for (Field field : fields) {
            Object value = get(field, record);
            if (value instanceof Optional<?> maybe && maybe.isEmpty()) {
                continue;
            }
            to.writeName(field.name);
            field.codec.write(to, value);
        }
        to.writeEndObject();
    }

    Object read(JsonObject object) {
        Object[] arguments = new Object[fields.size()];
        for (int i = 0; i < arguments.length; i++) {
            Field field = fields.get(i);
            try {
                arguments[i] = field.codec.read(object.get(field.name));
            } catch (ClassCastException | IllegalArgumentException e) {
                throw new JsonException("\"" + field.name + "\": " + e.getMessage(), e);
            }
        }
        return make(arguments);
    }

    private Object make(Object[] arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw unwrapped(e);
        }
    }

    private static Object get(Field field, Object record) {
        try {
            return field.getter.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw unwrapped(e);
        }
    }

    /** What the record itself threw, such as what it says of a value it does not take. */
    private static RuntimeException unwrapped(ReflectiveOperationException thrown) {
        if (thrown instanceof InvocationTargetException && thrown.getCause() instanceof RuntimeException own) {
            return own;
        }
        if (thrown instanceof InvocationTargetException && thrown.getCause() instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(thrown);
    }
}
