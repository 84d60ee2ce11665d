@NullMarked
package dev.mulligan.provider.translate;

import org.jspecify.annotations.NullMarked;
