public import Workspace

/// Messages about former sessions.
public enum SessionMessage: Sendable, Equatable {
    /// Keeps what is unsaved, and how everything stands.
    case keep
    /// A crash left edits of so many bytes, which are being read.
    case finding(byteCount: Int)
    /// A crash left these edits, and these in windows.
    case found([KeptDraft], windows: [KeptWindow] = [])
    /// Fields that saved requests held and their files do not.
    case foundAside([KeptDraft])
    /// Brings them back.
    case restore
    /// Lets go of them.
    case discard
    /// Leaves them for the next start.
    case putOff
    /// A request that was open, as its file says it.
    case opened(path: String, RequestDraft, isCurrent: Bool)
    /// An edit with what its file says; nil where there is no file any more.
    case restored(KeptDraft, saved: RequestDraft?)
}
