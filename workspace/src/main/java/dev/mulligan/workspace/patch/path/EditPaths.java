package dev.mulligan.workspace.patch.path;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.edit.SourceTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides which file of the workspace a written path means. */
public final class EditPaths {
    /** Either a path inside the workspace or a problem. */
    public record Resolved(String path, Optional<PatchProblem> problem) {
        static Resolved of(String path) {
            return new Resolved(path, Optional.empty());
        }

        static Resolved refused(PatchProblem problem) {
            return new Resolved("", Optional.of(problem));
        }
    }

    private static final String THROUGH_LINK = "the path goes through or onto a symbolic link";
    private static final List<String> BACKUP_SUFFIXES = List.of(".orig", ".old", ".bak", ".new", "~");

    private final SourceTree tree;
    private final List<String> roots;

    /** @param roots absolute paths, with {@code /}, that mean the workspace itself */
    public EditPaths(SourceTree tree, List<String> roots) {
        this.tree = tree;
        this.roots = List.copyOf(roots);
    }

    /** The file that is there; the path as meant if there is none. */
    public Resolved existing(EditNames names) throws IOException {
        Set<String> candidates = new LinkedHashSet<>();
        for (String name : candidates(names)) {
            Resolved checked = checked(name);
            if (checked.problem().isPresent()) {
                return checked;
            }
            candidates.add(checked.path());
        }
        List<String> standing = new ArrayList<>();
        for (String candidate : candidates) {
            if (tree.kind(candidate) != SourceTree.Kind.MISSING) {
                standing.add(candidate);
            }
        }
        if (!standing.isEmpty()) {
            return mayMeanAnother(names, standing) ? ambiguous(names.shown(), standing) : standing(standing.getFirst());
        }
        if (candidates.isEmpty()) {
            return Resolved.refused(
                    PatchProblem.of(Kind.INVALID_PATCH, "the patch names no file", "Name the file before its hunks."));
        }
        return byParts(List.copyOf(candidates));
    }

    /** The path of a file that is to be made. */
    public Resolved fresh(String name, boolean diff) throws IOException {
        Resolved checked = checked(diff ? EditNames.stripped(name) : name);
        if (checked.problem().isPresent()) {
            return checked;
        }
        if (PathRules.isPlaceholder(checked.path())) {
            return Resolved.refused(PatchProblem.in(
                    name, Kind.INVALID_PATCH, "the path is a placeholder", "Name the real file, from the root."));
        }
        Resolved standing = standing(checked.path());
        if (standing.problem().isPresent()) {
            return standing;
        }
        String same = tree.sameIgnoringCase(checked.path());
        return same.equals(checked.path())
                ? standing
                : Resolved.refused(PatchProblem.in(
                        name,
                        Kind.FORBIDDEN_PATH,
                        "\"" + same + "\" exists and differs in case only",
                        "Use the name as it is, or another one."));
    }

    /** Two names in the header of a diff, both of files, or one that is a file with its first folder and without it. */
    private boolean mayMeanAnother(EditNames names, List<String> standing) throws IOException {
        if (!names.diff() || names.from().isEmpty() || names.to().isEmpty()) {
            return false;
        }
        if (BACKUP_SUFFIXES.stream().anyMatch(suffix -> isBeside(names.from(), names.to(), suffix))) {
            return false;
        }
        boolean prefixes = names.prefixed() && !names.from().equals(names.to());
        Set<String> meant = new LinkedHashSet<>();
        for (String name : List.of(names.from(), names.to())) {
            String bare = checked(EditNames.stripped(name)).path();
            String full = checked(name).path();
            if (standing.contains(bare)) {
                meant.add(bare);
            }
            if (standing.contains(full) && !(prefixes && standing.contains(bare))) {
                meant.add(full);
            }
        }
        return meant.size() > 1;
    }

    /** {@code x.py.orig} and {@code x.py}, in either order. */
    private static boolean isBeside(String from, String to, String suffix) {
        String one = EditNames.stripped(from);
        String two = EditNames.stripped(to);
        return one.equals(two + suffix) || two.equals(one + suffix);
    }

    private static Resolved ambiguous(String name, Iterable<String> files) {
        return Resolved.refused(PatchProblem.in(
                name,
                Kind.AMBIGUOUS,
                "the name fits several files: " + String.join(", ", files),
                "Give the whole path from the root of the workspace."));
    }

    private List<String> candidates(EditNames names) {
        List<String> out = new ArrayList<>();
        for (String name : List.of(names.to(), names.from())) {
            if (!name.isEmpty() && names.diff()) {
                out.add(EditNames.stripped(name));
            }
        }
        for (String name : List.of(names.to(), names.from())) {
            if (!name.isEmpty()) {
                out.add(name);
            }
        }
        for (String suffix : BACKUP_SUFFIXES) {
            if (names.diff() && names.from().endsWith(suffix)) {
                out.add(EditNames.stripped(
                        names.from().substring(0, names.from().length() - suffix.length())));
            }
        }
        return out;
    }

    /** Slashes, {@code ./}, {@code ..} and known roots mended; everything {@link PathRules} forbids refused. */
    Resolved checked(String name) throws IOException {
        String path = name.replace('\\', '/');
        while (path.startsWith("./")) {
            path = path.substring(2);
        }
        for (String root : roots) {
            if (path.startsWith(root + "/")) {
                path = path.substring(root.length() + 1);
            }
        }
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            String before = String.join("/", parts);
            if (!part.equals("..") || parts.isEmpty()) {
                parts.add(part);
            } else if (PathRules.objection(before).isPresent()) {
                return refused(name, PathRules.objection(before).get());
            } else if (tree.kind(before) == SourceTree.Kind.LINK) {
                // What lies above the target of a link is not what lies above the link.
                return refused(name, THROUGH_LINK);
            } else {
                parts.removeLast();
            }
        }
        String inside = String.join("/", parts);
        Optional<String> objection = PathRules.objection(inside);
        return objection.isEmpty() ? Resolved.of(inside) : refused(name, objection.get());
    }

    private static Resolved refused(String name, String reason) {
        return Resolved.refused(
                PatchProblem.in(name, Kind.FORBIDDEN_PATH, reason, "Use a path relative to the workspace, inside it."));
    }

    private Resolved standing(String path) throws IOException {
        String reason = switch (tree.kind(path)) {
            case FILE, MISSING -> "";
            case LINK -> THROUGH_LINK;
            case FOLDER -> "the path is a folder";
            case OTHER -> "the path is neither a file nor a folder";
        };
        return reason.isEmpty()
                ? Resolved.of(path)
                : Resolved.refused(
                        PatchProblem.in(path, Kind.FORBIDDEN_PATH, reason, "Edit the real file, by its own path."));
    }

    /** The name has a folder too many, or lacks some: taken only if exactly one file can be meant. */
    private Resolved byParts(List<String> candidates) throws IOException {
        String name = candidates.getFirst();
        Set<String> found = new LinkedHashSet<>();
        for (String candidate : candidates) {
            int slash = candidate.indexOf('/');
            String shorter = slash < 0 ? "" : candidate.substring(slash + 1);
            if (shorter.contains("/") && tree.kind(shorter) == SourceTree.Kind.FILE) {
                found.add(shorter);
            }
        }
        if (found.isEmpty() && !PathRules.isPlaceholder(name)) {
            found.addAll(tree.endingWith(name, 2));
        }
        if (found.size() > 1) {
            return ambiguous(name, found);
        }
        return Resolved.of(found.isEmpty() ? name : found.iterator().next());
    }
}
