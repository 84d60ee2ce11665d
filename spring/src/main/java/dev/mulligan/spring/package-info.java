/**
 * Mulligan in Spring Boot: a {@code Recovery} to inject, and chat models of Spring AI that recover by themselves. Read
 * {@link dev.mulligan.spring.MulliganAutoConfiguration} first.
 */
@NullMarked
package dev.mulligan.spring;

import org.jspecify.annotations.NullMarked;
