/** Where the steps of a run work: the workspace itself, a copy that nobody else sees, or a copy whose files travel through a repository. Start with {@code RunWorkspace} and {@code WorkFolder}. */
@NullMarked
package dev.mulligan.orchestrator.workcopy;

import org.jspecify.annotations.NullMarked;
