package dev.mulligan.spring;

import dev.mulligan.Recovery;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Puts a recovery around every chat model of the program. */
final class RecoveringChatModels implements BeanPostProcessor {

    private final ObjectProvider<Recovery> recovery;

    RecoveringChatModels(ObjectProvider<Recovery> recovery) {
        this.recovery = recovery;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof ChatModel model && !(bean instanceof RecoveringSpringModel)
                ? RecoveringSpringModel.of(model, recovery.getObject().named(beanName))
                : bean;
    }
}
