package dev.mulligan.store.trace;

import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** One record as a JSON object, component by component. */
final class RecordCodec {

    private record Field(String name, MethodHandle getter, ValueCodec codec) {}

    private final MethodHandle constructor;
    private final List<Field> fields;

    private RecordCodec(MethodHandle constructor, List<Field> fields) {
        this.constructor = constructor;
        this.fields = fields;
    }

    static RecordCodec of(Class<?> type) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            List<Field> fields = new ArrayList<>();
            RecordComponent[] components = type.getRecordComponents();
            for (RecordComponent component : components) {
                MethodHandle getter = lookup.unreflect(component.getAccessor())
                        .asType(MethodType.methodType(Object.class, Object.class));
                fields.add(new Field(component.getName(), getter, ValueCodec.of(component.getGenericType())));
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            MethodHandle constructor = lookup.unreflectConstructor(type.getConstructor(types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            return new RecordCodec(constructor, List.copyOf(fields));
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
            return constructor.invoke(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object get(Field field, Object record) {
        try {
            return field.getter.invoke(record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
