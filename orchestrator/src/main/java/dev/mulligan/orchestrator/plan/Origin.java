package dev.mulligan.orchestrator.plan;

import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The repository a run's files come from and its result goes to, when they are in no folder of this machine.
 *
 * @param git its address, as git takes it
 * @param ref the branch or tag to start from
 */
public record Origin(String git, String ref) {

    private static final List<String> SCHEMES = List.of("https", "http", "ssh", "git", "file");
    private static final Pattern REF = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]*");

    static Origin read(YamlValue value, Path base) {
        Mapping workspace = value.asMapping("a workspace in git");
        workspace.allowOnly("git", "ref");
        String ref = workspace.text("ref").orElse("HEAD");
        if (!REF.matcher(ref).matches() || ref.contains("..")) {
            throw PlanFields.at(workspace, "ref").mistake("ref must be a branch or a tag, not " + ref);
        }
        return new Origin(address(PlanFields.at(workspace, "git"), PlanFields.required(workspace, "git"), base), ref);
    }

    private static String address(YamlValue at, String written, Path base) {
        int scheme = written.indexOf("://");
        if (scheme < 0) {
            int colon = written.indexOf(':');
            if (written.startsWith("-") || written.contains("::")) {
                throw at.mistake("git must be an address or a folder, not " + written);
            }
            boolean host = colon > 0 && written.lastIndexOf('/', colon) < 0;
            return host
                    ? written
                    : base.resolve(written).toAbsolutePath().normalize().toString();
        }
        String name = written.substring(0, scheme).toLowerCase(Locale.ROOT);
        if (!SCHEMES.contains(name)) {
            throw at.mistake("git cannot be reached by " + name + "; there are " + String.join(", ", SCHEMES));
        }
        String rest = written.substring(scheme + 3);
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        int user = authority.lastIndexOf('@');
        boolean secret = user >= 0
                && (name.startsWith("http") || authority.substring(0, user).indexOf(':') >= 0);
        if (secret) {
            throw at.mistake("the address holds a user or password, and plans are stored as they are;"
                    + " leave them out and let git's credential helper or an SSH key answer on every worker");
        }
        return written;
    }
}
