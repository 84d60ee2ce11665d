package dev.mulligan.decide;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.escalate.Ladder;
import java.util.Optional;

/**
 * What an operation is able to do differently next time. A remedy that is not an option is never decided.
 *
 * @param canAddContext the operation puts {@link Attempt#lastFailure()} into its prompt
 * @param canShrink the operation sends less when told to
 * @param ladder models in order of strength, when the operation uses {@link Attempt#model()}
 * @param model the model in use before the next decision
 */
public record Options(boolean canAddContext, boolean canShrink, Optional<Ladder> ladder, Optional<String> model) {

    public static final Options NONE = new Options(false, false, Optional.empty(), Optional.empty());

    /** It can also put the last failure into its prompt. */
    public Options addingContext() {
        return new Options(true, canShrink, ladder, model);
    }

    /** It can also send less. */
    public Options shrinking() {
        return new Options(canAddContext, true, ladder, model);
    }

    /** It can also use another model of this ladder, beginning with this one. */
    public Options escalating(Ladder models, String startModel) {
        return new Options(canAddContext, canShrink, Optional.of(models), Optional.of(startModel));
    }

    /** The same options while this model is in use. */
    public Options at(Optional<String> currentModel) {
        return new Options(canAddContext, canShrink, ladder, currentModel);
    }
}
