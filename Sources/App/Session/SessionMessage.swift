public import Workspace

/// Messages about former sessions.
public enum SessionMessage: Sendable, Equatable {
    /// Keeps what is unsaved, and how everything stands.
    case keep
    /// Fields that saved requests held and their files do not.
    case foundAside([AutosavedDraft])
    /// Unsaved text of windows from the last session.
    case foundWindows([AutosavedWindow])
    /// Opens those windows again.
    case openWindows
    /// A request that was open, as its file says it.
    case opened(path: String, RequestDraft, isCurrent: Bool)
    /// An edit that was not saved, with what its file says now; nil where there is no file any more.
    case restored(AutosavedDraft, saved: RequestDraft?)
    /// Autosaved drafts could not be read.
    case failed(String)
    /// All is back.
    case resumed
}

/// Effects that keep data beyond the program's end, in the user's state folder.
public enum AutosaveEffect: Sendable, Equatable {
    /// Unsaved edits, in the place of those kept before.
    ///
    /// The requests are taken apart still: making drafts of them costs the length of their texts. `tabs` says which of the open requests each
    /// is. `aside` is what saved requests hold and their files do not, `windows` what is typed in windows. `isAdded` keeps what is there
    /// already: an earlier session left it, and nobody has read it yet.
    case drafts(
        of: [RequestState], tabs: [Int] = [], aside: [AutosavedDraft] = [], windows: [AutosavedWindow] = [], isAdded: Bool = false)
    /// How everything stands.
    case session(Session)
    /// Opens the requests that were open when the last session ended, and brings back what was not saved.
    case resume([String], current: String?)
}
