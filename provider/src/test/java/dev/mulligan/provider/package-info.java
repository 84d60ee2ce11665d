@NullMarked
package dev.mulligan.provider;

import org.jspecify.annotations.NullMarked;
