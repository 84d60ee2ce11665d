package dev.mulligan.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a provider of its own, as a parameter of type {@link dev.mulligan.simulator.ProviderSimulator}. It speaks
 * the wires of Anthropic, OpenAI and Gemini on a free port of this machine and ends with the test. On a class it holds for
 * all tests in it; on a method it replaces that of the class.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SimulatedProviderExtension.class)
public @interface SimulatedProvider {

    /** The faults in YAML, as docs/simulator.md describes them; empty for a healthy provider. */
    String faults() default "";

    /** What the model says. */
    String answer() default "All done.";
}
