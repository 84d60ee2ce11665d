package dev.mulligan.store.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a sum is about: everything, or the requests with one property. Each has its own rows. */
final class Scope {

    static final String ALL = "all:";

    private Scope() {}

    static String project(String name) {
        return "project:" + name;
    }

    static String layer(String name) {
        return "layer:" + name;
    }

    static String model(String name) {
        return "model:" + name;
    }

    static String stage(String name) {
        return "stage:" + name;
    }

    static String type(String name) {
        return "type:" + name;
    }

    /** The scope that answers the question; empty when it has several filters. */
    static Optional<String> of(AnalyticsQuery question) {
        List<String> filters = new ArrayList<>();
        question.project().map(Scope::project).ifPresent(filters::add);
        question.layer().map(Scope::layer).ifPresent(filters::add);
        question.model().map(Scope::model).ifPresent(filters::add);
        question.stage().map(Scope::stage).ifPresent(filters::add);
        question.failureType().map(Scope::type).ifPresent(filters::add);
        return switch (filters.size()) {
            case 0 -> Optional.of(ALL);
            case 1 -> Optional.of(filters.getFirst());
            default -> Optional.empty();
        };
    }

    /** Every scope that something with these properties counts in; {@code type} is empty when nothing failed. */
    static List<String> allOf(String project, String layer, String model, String stage, String type) {
        List<String> scopes = new ArrayList<>(List.of(ALL, project(project), layer(layer), model(model), stage(stage)));
        if (!type.isEmpty()) {
            scopes.add(type(type));
        }
        return scopes;
    }

    /** Runs have a project and a layer of their own; empty when the query asks for something runs do not have. */
    static Optional<String> ofRuns(AnalyticsQuery query) {
        boolean others = query.model().isPresent()
                || query.stage().isPresent()
                || query.failureType().isPresent()
                || query.layer().filter(Rollups.PROVIDER::equals).isPresent();
        return others
                ? Optional.empty()
                : Optional.of(query.project().map(Scope::project).orElse(ALL));
    }
}
