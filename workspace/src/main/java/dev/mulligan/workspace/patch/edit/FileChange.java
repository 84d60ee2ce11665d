package dev.mulligan.workspace.patch.edit;

import java.util.Optional;

/**
 * What one path must become.
 *
 * @param before its bytes when it was read, empty when it was not there
 * @param after its bytes afterwards, empty when it goes
 * @param executable a change of the executable bit, where one was asked for
 */
public record FileChange(String path, Optional<byte[]> before, Optional<byte[]> after, Optional<Boolean> executable) {}
