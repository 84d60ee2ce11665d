/**
 * REST, the event stream and the dashboard, on the gateway's port.
 *
 * <p>Read {@link dev.mulligan.server.Server} first, then {@code RequestHandler}: one request from its arrival to its answer.
 * {@code ApiRoutes} says which endpoint answers what. Endpoints may block: they run on virtual threads.
 */
@NullMarked
package dev.mulligan.server;

import org.jspecify.annotations.NullMarked;
