@NullMarked
package dev.mulligan.cli;

import org.jspecify.annotations.NullMarked;
