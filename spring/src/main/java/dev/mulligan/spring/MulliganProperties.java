package dev.mulligan.spring;

import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code mulligan} in {@code application.properties}.
 *
 * @param policy the template to begin with, by its name
 * @param maxAttempts attempts, the first included; replaces the template's
 * @param attemptTimeout the longest time for one attempt; replaces the template's
 * @param deadline the longest time for all attempts and waits; replaces the template's
 * @param chatModels whether the chat models of Spring AI are wrapped
 */
@ConfigurationProperties("mulligan")
public record MulliganProperties(
        @DefaultValue("provider-api") String policy,
        @Nullable Integer maxAttempts,
        @Nullable Duration attemptTimeout,
        @Nullable Duration deadline,
        @DefaultValue("true") boolean chatModels) {

    /**
     * The policy that these settings make.
     *
     * @throws dev.mulligan.policy.InvalidPolicyException if there is no such template, or a value is refused; it names the field
     */
    public RetryPolicy toPolicy() {
        RetryPolicy made = PolicyTemplates.get(policy);
        made = maxAttempts == null ? made : made.maxAttempts(maxAttempts);
        made = attemptTimeout == null ? made : made.attemptTimeout(attemptTimeout);
        return deadline == null ? made : made.deadline(deadline);
    }
}
