public import Workspace

/// What comes back from former sessions.
public enum SessionMessage: Sendable, Equatable {
    /// Keeps what is unsaved, and how everything stands.
    case keep
    /// A crash left these edits.
    case found([KeptDraft])
    /// Brings them back.
    case restore
    /// Lets go of them.
    case discard
    /// A request that was open, as its file says it.
    case opened(path: String, RequestDraft, isCurrent: Bool)
    /// An edit with what its file says; nil where there is no file any more.
    case restored(KeptDraft, saved: RequestDraft?)
}
