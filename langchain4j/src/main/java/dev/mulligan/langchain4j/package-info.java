/**
 * Chat models of LangChain4j that recover from their provider's failures. Read {@link
 * dev.mulligan.langchain4j.RecoveringChatModel} first.
 */
@NullMarked
package dev.mulligan.langchain4j;

import org.jspecify.annotations.NullMarked;
