package dev.mulligan.agent;

/** What an agent may do by itself. Nothing is ever skipped silently: the flag that is passed stands here. */
public enum Permissions {
    /** Reads only. Claude Code {@code plan}, Codex {@code read-only}, Gemini {@code default}. */
    READ_ONLY,
    /** Edits files in the workspace. Claude Code {@code acceptEdits}, Codex {@code workspace-write}, Gemini {@code auto_edit}. */
    EDIT,
    /** Runs any command. Claude Code {@code bypassPermissions}, Codex {@code danger-full-access}, Gemini {@code yolo}. */
    EVERYTHING
}
