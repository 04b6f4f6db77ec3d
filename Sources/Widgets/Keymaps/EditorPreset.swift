/// Which editor's keys a text area has.
public enum EditorPreset: String, CaseIterable, Sendable {
    /// Those of ordinary text fields.
    case standard
    /// Those of vim, with its modes.
    case vim
    /// Those of emacs.
    case emacs
}
