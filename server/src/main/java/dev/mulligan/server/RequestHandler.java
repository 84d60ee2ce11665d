package dev.mulligan.server;

import dev.mulligan.server.access.Access;
import dev.mulligan.server.access.AuditLog;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.Visitor;
import dev.mulligan.server.page.EventStream;
import dev.mulligan.server.page.StaticFiles;
import dev.mulligan.server.run.RunActions;
import dev.mulligan.store.sql.StoreException;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes requests on the event loop, lets {@link Access} judge them, and has them answered on threads that may block. */
final class RequestHandler implements Handler<HttpServerRequest> {

    private static final Logger log = LoggerFactory.getLogger(RequestHandler.class);
    private static final int MOST_AT_ONCE = 64;

    private final Access access;
    private final ApiRoutes routes;
    private final AuditLog audit;
    private final EventStream events;
    private final ServerSettings settings;
    private final StaticFiles files = new StaticFiles();
    private final Semaphore room = new Semaphore(MOST_AT_ONCE);

    RequestHandler(Access access, ApiRoutes routes, AuditLog audit, EventStream events, ServerSettings settings) {
        this.access = access;
        this.routes = routes;
        this.audit = audit;
        this.events = events;
        this.settings = settings;
    }

    @Override
    public void handle(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        response.exceptionHandler(gone -> {});
        try {
            access.checkHost(request.getHeader("host"));
            if (!request.path().startsWith("/api/")) {
                send(
                        response,
                        files.answer(request.method().name(), request.path(), request.getHeader("if-none-match")));
                return;
            }
            Map<String, String> headers = headers(request);
            Access.Admitted who = access.check(request.method().name(), request.path(), headers, from(request));
            if (request.path().equals("/api/events") && request.method().name().equals("GET")) {
                access.headers().forEach(response::putHeader);
                events.open(request, who);
                return;
            }
            readBody(request, headers, who.visitor());
        } catch (Problem problem) {
            send(response, problem.reply());
        }
    }

    private static Map<String, String> headers(HttpServerRequest request) {
        Map<String, String> headers = new HashMap<>();
        request.headers().forEach(h -> headers.putIfAbsent(h.getKey().toLowerCase(Locale.ROOT), h.getValue()));
        return headers;
    }

    private static String from(HttpServerRequest request) {
        String address = request.remoteAddress().hostAddress();
        return address == null ? "" : address;
    }

    private void readBody(HttpServerRequest request, Map<String, String> headers, Visitor visitor) {
        Context loop = Vertx.currentContext();
        HttpServerResponse response = request.response();
        Buffer body = Buffer.buffer();
        long timer = loop.owner().setTimer(settings.bodies().patience().toMillis(), late -> {
            if (!response.ended()) {
                refuse(response, Problem.of(408, "Too slow", "the request did not arrive in time"));
            }
            request.connection().close();
        });
        request.exceptionHandler(gone -> loop.owner().cancelTimer(timer));
        request.handler(chunk -> {
            if (body.length() + chunk.length() <= settings.bodies().limit()) {
                body.appendBuffer(chunk);
            } else if (!response.ended()) {
                // What still comes is thrown away for a while: a line closed at once would take the answer with it.
                String most = "a body may have at most " + settings.bodies().limit() + " bytes";
                refuse(response, Problem.of(413, "Too large", most));
            }
        });
        request.endHandler(end -> {
            loop.owner().cancelTimer(timer);
            if (!response.ended()) {
                Map<String, String> query = new HashMap<>();
                request.params().forEach(p -> query.putIfAbsent(p.getKey(), p.getValue()));
                Call call = new Call(
                        request.method().name(),
                        request.path(),
                        Map.of(),
                        query,
                        headers,
                        body.toString(StandardCharsets.UTF_8),
                        visitor,
                        from(request));
                answer(call, response, loop);
            }
        });
    }

    private void refuse(HttpServerResponse response, Problem problem) {
        response.putHeader("connection", "close");
        send(response, problem.reply());
    }

    private void answer(Call call, HttpServerResponse response, Context loop) {
        if (!room.tryAcquire()) {
            send(
                    response,
                    Problem.of(503, "Busy", "too many requests at once; try again")
                            .reply());
            return;
        }
        Thread.ofVirtual().name("mulligan-api").start(() -> {
            Reply reply;
            try {
                reply = answered(call);
            } finally {
                room.release();
            }
            loop.runOnContext(now -> send(response, reply));
        });
    }

    /** Tokens that are not good are not written down here: whoever guesses could fill the disk. */
    private Reply answered(Call call) {
        Reply reply = told(call);
        if (reply.status() != 401 && reply.status() != 429) {
            routes.change(call)
                    .ifPresent(change ->
                            audit.add(settings.time().now(), call.visitor(), change, call.from(), reply.status()));
        }
        return reply;
    }

    private Reply told(Call call) {
        try {
            return access.answers(call).orElseGet(() -> routes.answer(call));
        } catch (Problem problem) {
            return problem.reply();
        } catch (RunActions.RefusedException refused) {
            return Problem.conflict(String.valueOf(refused.getMessage())).reply();
        } catch (StoreException broken) {
            return Problem.of(503, "The store does not answer", broken.getMessage() + ". " + broken.advice())
                    .reply();
        } catch (RuntimeException bug) {
            log.error("{} {} broke", call.method(), call.path(), bug);
            return Problem.of(500, "Broken inside", "the server itself failed on this; its log says where")
                    .reply();
        }
    }

    private void send(HttpServerResponse response, Reply reply) {
        if (response.ended() || response.closed()) {
            return;
        }
        response.setStatusCode(reply.status());
        access.headers().forEach(response::putHeader);
        reply.headers().forEach(response::putHeader);
        response.end(Buffer.buffer(reply.body())).onFailure(gone -> {});
    }
}
