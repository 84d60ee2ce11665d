package dev.mulligan.spring;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.event.EventListener;
import dev.mulligan.policy.RetryPolicy;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Beans of type {@link RetryPolicy}, {@link RetryExecutor} and {@link Recovery}, made from {@link MulliganProperties};
 * each gives way to one of your own. Beans of type {@link EventListener} hear every event.
 */
@AutoConfiguration
@EnableConfigurationProperties(MulliganProperties.class)
public class MulliganAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RetryPolicy mulliganPolicy(MulliganProperties properties) {
        return properties.toPolicy();
    }

    @Bean
    @ConditionalOnMissingBean
    RetryExecutor mulliganExecutor(ObjectProvider<EventListener> listeners) {
        RetryExecutor.Setup setup = RetryExecutor.Setup.standard();
        for (EventListener listener : listeners.orderedStream().toList()) {
            setup = setup.listener(listener);
        }
        return new RetryExecutor(setup);
    }

    @Bean
    @ConditionalOnMissingBean
    Recovery mulliganRecovery(RetryPolicy policy, RetryExecutor executor) {
        return Recovery.of(policy).on(executor);
    }

    /** Only where Spring AI is on the class path. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ChatModel.class)
    @ConditionalOnProperty(name = "mulligan.chat-models", matchIfMissing = true)
    static class ChatModels {

        /** Static, and with providers: a post-processor that asked for beans now would keep them from being processed. */
        @Bean
        static RecoveringChatModels mulliganChatModels(ObjectProvider<Recovery> recovery) {
            return new RecoveringChatModels(recovery);
        }
    }
}
