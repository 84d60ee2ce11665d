@NullMarked
package dev.mulligan;

import org.jspecify.annotations.NullMarked;
