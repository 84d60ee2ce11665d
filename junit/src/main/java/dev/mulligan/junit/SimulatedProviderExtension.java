package dev.mulligan.junit;

import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.simulator.wire.SimulatedReply;
import dev.mulligan.text.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts a provider when a test asks for one; JUnit closes it with the test. */
final class SimulatedProviderExtension implements ParameterResolver {

    private static final Namespace OURS = Namespace.create(SimulatedProviderExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ProviderSimulator.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(OURS).computeIfAbsent(ProviderSimulator.class, _ -> start(wanted(context)));
    }

    private static SimulatedProvider wanted(ExtensionContext context) {
        return context.getTestMethod()
                .flatMap(method -> AnnotationSupport.findAnnotation(method, SimulatedProvider.class))
                .or(() -> nearest(Optional.of(context.getRequiredTestClass())))
                .orElseThrow(() -> new ParameterResolutionException(
                        "a ProviderSimulator needs @SimulatedProvider on its test or class"));
    }

    private static Optional<SimulatedProvider> nearest(Optional<Class<?>> type) {
        return type.flatMap(one -> AnnotationSupport.findAnnotation(one, SimulatedProvider.class)
                .or(() -> nearest(Optional.ofNullable(one.getEnclosingClass()))));
    }

    private static ProviderSimulator start(SimulatedProvider wanted) {
        Script script = wanted.faults().isBlank()
                ? Script.healthy()
                : ScriptReader.read(Yaml.parse("@SimulatedProvider", wanted.faults()));
        try {
            return ProviderSimulator.start(script, (_, _) -> SimulatedReply.text(wanted.answer()));
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated provider could not be started: " + e.getMessage(), e);
        }
    }
}
