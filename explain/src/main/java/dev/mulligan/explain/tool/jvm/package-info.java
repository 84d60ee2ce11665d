/** Test runners and build tools of Java, Kotlin and Scala, one class each. */
@NullMarked
package dev.mulligan.explain.tool.jvm;

import org.jspecify.annotations.NullMarked;
