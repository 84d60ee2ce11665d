@NullMarked
package dev.mulligan.server;

import org.jspecify.annotations.NullMarked;
