/** Test runners of Ruby, PHP, Elixir, Dart and shells, one class each. */
@NullMarked
package dev.mulligan.explain.tool.dynamic;

import org.jspecify.annotations.NullMarked;
