@NullMarked
package dev.mulligan.workspace;

import org.jspecify.annotations.NullMarked;
