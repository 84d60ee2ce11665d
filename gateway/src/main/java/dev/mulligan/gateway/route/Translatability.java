package dev.mulligan.gateway.route;

import dev.mulligan.gateway.upstream.Target;
import dev.mulligan.gateway.wire.ClientRequest;
import dev.mulligan.provider.translate.Translation;
import dev.mulligan.provider.translate.UntranslatableException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Which targets can understand a request: those of its own wire always, others when it can be translated for them. It is
 * translated only when such a target is about to be chosen.
 */
final class Translatability implements Predicate<Target> {

    private final ClientRequest request;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    Translatability(ClientRequest request) {
        this.request = request;
    }

    /** Only calls of a model are translated; everything else stays with its own provider where there is one. */
    List<Target> possible(List<Target> all) {
        if (request.generates()) {
            return all;
        }
        List<Target> own = all.stream()
                .filter(target -> target.translatesTo(request.wire()).isEmpty())
                .toList();
        return own.isEmpty() ? all : own;
    }

    @Override
    public boolean test(Target target) {
        return target.translatesTo(request.wire()).isEmpty()
                || known.computeIfAbsent(target.name(), name -> translates(target));
    }

    private boolean translates(Target target) {
        try {
            Translation.of(
                    request.wire(),
                    target.translatesTo(request.wire()).orElseThrow(),
                    request.bytes(),
                    "",
                    target.spec().translation().leaveOut());
            return true;
        } catch (UntranslatableException e) {
            return false;
        }
    }
}
