/** Test runners of JavaScript and TypeScript, one class each. */
@NullMarked
package dev.mulligan.explain.tool.script;

import org.jspecify.annotations.NullMarked;
