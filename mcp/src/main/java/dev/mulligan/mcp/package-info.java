/**
 * What Mulligan knows, as tools for agents that speak the Model Context Protocol.
 *
 * <p>Read {@link dev.mulligan.mcp.McpTools} first: what each tool does. {@link dev.mulligan.mcp.McpService} offers them over
 * standard input and output.
 */
@NullMarked
package dev.mulligan.mcp;

import org.jspecify.annotations.NullMarked;
