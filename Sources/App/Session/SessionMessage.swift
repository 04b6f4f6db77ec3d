public import Workspace

/// Messages about former sessions.
public enum SessionMessage: Sendable, Equatable {
    /// Keeps what is unsaved, and how everything stands.
    case keep
    /// Fields that saved requests held and their files do not.
    case foundAside([KeptDraft])
    /// Unsaved text of windows from the last session.
    case foundWindows([KeptWindow])
    /// Opens those windows again.
    case openWindows
    /// A request that was open, as its file says it.
    case opened(path: String, RequestDraft, isCurrent: Bool)
    /// An edit that was not saved, with what its file says now; nil where there is no file any more.
    case restored(KeptDraft, saved: RequestDraft?)
    /// All is back.
    case resumed
}
