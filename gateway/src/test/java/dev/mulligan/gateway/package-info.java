@NullMarked
package dev.mulligan.gateway;

import org.jspecify.annotations.NullMarked;
