package dev.mulligan.workspace.patch.path;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Files that change what tools, editors, agents or build servers do on their own: an edit of one of them can run
 * something later, where nobody reviews it. They need a person's word, or a plan's.
 *
 * <p>{@code AGENTS.md}, {@code CLAUDE.md} and the like are not among them: they are prose, have no more power over an agent
 * than any other text of the repository, and people ask agents to edit them every day. {@code .gitattributes} is not
 * either: it runs nothing without settings, which no patch can reach.
 */
public final class ConfigPaths {
    /** Everything below a folder of such a name, at any depth. */
    private static final Set<String> FOLDERS = Set.of(
            ".circleci",
            ".buildkite",
            ".woodpecker",
            ".claude",
            ".codex",
            ".gemini",
            ".cursor",
            ".windsurf",
            ".opencode",
            ".continue",
            ".husky",
            ".githooks",
            ".devcontainer",
            ".idea",
            ".cargo");

    /** Files of such a name, at any depth. */
    private static final Set<String> NAMES = Set.of(
            ".gitlab-ci.yml",
            ".gitlab-ci.yaml",
            ".travis.yml",
            ".drone.yml",
            ".woodpecker.yml",
            "azure-pipelines.yml",
            "bitbucket-pipelines.yml",
            "jenkinsfile",
            ".mcp.json",
            "opencode.json",
            ".aider.conf.yml",
            ".envrc",
            "mise.toml",
            ".mise.toml",
            ".devcontainer.json",
            ".pre-commit-config.yaml",
            ".pre-commit-config.yml",
            "lefthook.yml",
            "lefthook.yaml",
            ".gitmodules",
            ".gitconfig",
            ".npmrc",
            ".yarnrc",
            ".yarnrc.yml",
            ".pnpmfile.cjs",
            "mulligan.yaml");

    /** A folder and what lies in it, at any depth. */
    private static final List<List<String>> INSIDE = List.of(
            List.of(".github", "workflows"),
            List.of(".github", "actions"),
            List.of(".vscode", "tasks.json"),
            List.of(".vscode", "settings.json"),
            List.of(".vscode", "launch.json"),
            List.of(".vscode", "mcp.json"));

    private ConfigPaths() {}

    /** Whether an edit of this path, relative to the workspace, needs a word for it. */
    public static boolean contain(String path) {
        List<String> parts =
                Arrays.stream(path.split("/", -1)).map(PathRules::canonical).toList();
        for (int i = 0; i < parts.size() - 1; i++) {
            if (FOLDERS.contains(parts.get(i)) || INSIDE.contains(parts.subList(i, i + 2))) {
                return true;
            }
        }
        return NAMES.contains(parts.getLast());
    }

    /** Why such an edit is refused, and how it can be allowed. */
    public static PatchProblem problem(String path) {
        return PatchProblem.in(
                path,
                Kind.FORBIDDEN_PATH,
                "the file changes how tools behave, so an edit of it needs a person's word",
                "Leave it as it is; a person allows it with --allow-config, a plan by naming the file.");
    }
}
