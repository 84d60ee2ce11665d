/** What is left when no tool is recognised: places at the start of lines, headed blocks, the line that sounds most like a reason. */
@NullMarked
package dev.mulligan.explain.generic;

import org.jspecify.annotations.NullMarked;
