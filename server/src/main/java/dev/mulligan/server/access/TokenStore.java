package dev.mulligan.server.access;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The file with the hashes of all tokens. It is believed only when nobody but its user can have written it. */
public final class TokenStore {

    /** The file is there, but cannot be believed. The message says why, and what to do. */
    public static final class UntrustedException extends RuntimeException {
        UntrustedException(String why) {
            super(why);
        }
    }

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final int LARGEST = 1 << 20;

    private final Path file;

    public TokenStore(Path file) {
        this.file = file;
    }

    /** Tells whether the file is another one than before. */
    static Object stamp(Path file) {
        try {
            PosixFileAttributes now = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return List.of(
                    String.valueOf(now.fileKey()),
                    now.lastModifiedTime(),
                    now.size(),
                    now.permissions(),
                    now.owner().getName());
        } catch (IOException e) {
            return e.getClass();
        }
    }

    /** @throws UntrustedException when the file is there and cannot be believed */
    public List<NamedToken> list() {
        try {
            PosixFileAttributes now = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!now.isRegularFile() || now.size() > LARGEST) {
                throw untrusted("is not a file of tokens", "Remove it");
            }
            if (!Objects.equals(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS), ownId())) {
                throw untrusted("belongs to somebody else (" + now.owner().getName() + ")", "Remove it");
            }
            if (now.permissions().stream().anyMatch(WRITABLE_BY_OTHERS::contains)) {
                throw untrusted(
                        "can be written by others",
                        "Look at what is in it (mulligan token list), then chmod 600 it or remove it");
            }
            return parse(Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw untrusted("cannot be read (" + e.getClass().getSimpleName() + ")", "Make it readable or remove it");
        } catch (JsonException | IllegalArgumentException e) {
            throw untrusted("is empty or damaged (" + e.getMessage() + ")", "Remove it");
        }
    }

    private UntrustedException untrusted(String why, String what) {
        return new UntrustedException(
                file + " " + why + ". " + what + ", and make new tokens with mulligan token create");
    }

    /** Whose process this is. */
    private Object ownId() throws IOException {
        Path self = Path.of("/proc/self");
        Path other = Optional.ofNullable(file.getParent()).orElse(file);
        return Files.getAttribute(Files.exists(self) ? self : other, "unix:uid");
    }

    private static List<NamedToken> parse(String text) {
        List<NamedToken> tokens = new ArrayList<>();
        JsonObject all = Json.parseObject(text);
        if (!all.has("tokens")) {
            throw new IllegalArgumentException("no list of tokens");
        }
        for (Object one : all.list("tokens")) {
            if (!(one instanceof JsonObject kept)) {
                throw new IllegalArgumentException("a token is not an object");
            }
            tokens.add(NamedToken.parse(kept));
        }
        return List.copyOf(tokens);
    }

    /** @throws IllegalArgumentException when a good one of this name is there */
    void add(NamedToken token, Instant now) throws IOException {
        change(before -> {
            if (before.stream().anyMatch(old -> old.name().equals(token.name()) && old.isGood(now))) {
                throw new IllegalArgumentException("there is a token '" + token.name()
                        + "' already; revoke it first (mulligan token revoke " + token.name()
                        + "), or choose another name");
            }
            List<NamedToken> after = new ArrayList<>(before);
            after.removeIf(old -> old.name().equals(token.name()));
            after.add(token);
            return after;
        });
    }

    /** @throws IllegalArgumentException when there is no such token */
    public void revoke(String name, Instant now) throws IOException {
        change(before -> {
            if (before.stream().noneMatch(old -> old.name().equals(name))) {
                throw new IllegalArgumentException("there is no token '" + name + "'; mulligan token list shows all");
            }
            return before.stream()
                    .map(old -> old.name().equals(name) && old.revokedAt().isEmpty() ? old.revoked(now) : old)
                    .toList();
        });
    }

    private void change(UnaryOperator<List<NamedToken>> how) throws IOException {
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(
                        lock,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(PRIVATE));
                FileLock held = channel.lock()) {
            Objects.requireNonNull(held);
            String text = Json.write(Json.object(
                            "version",
                            1,
                            "tokens",
                            how.apply(list()).stream().map(NamedToken::kept).toList()))
                    + "\n";
            Path fresh = Files.createTempFile(
                    Optional.ofNullable(file.getParent()).orElse(Path.of("")),
                    "tokens",
                    ".new",
                    PosixFilePermissions.asFileAttribute(PRIVATE));
            Files.writeString(fresh, text, StandardCharsets.UTF_8);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
