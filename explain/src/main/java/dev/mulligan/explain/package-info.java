@NullMarked
package dev.mulligan.explain;

import org.jspecify.annotations.NullMarked;
