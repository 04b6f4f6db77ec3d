public import Workspace

/// Effects that keep data beyond the program's end, in the user's state folder.
public enum KeepEffect: Sendable, Equatable {
    /// Unsaved edits, in the place of those kept before.
    ///
    /// The requests are taken apart still: making drafts of them costs the length of their texts. `tabs` says which of the open requests each
    /// is. `aside` is what saved requests hold and their files do not, `windows` what is typed in windows. `isAdded` keeps what is there
    /// already: an earlier session left it, and nobody has read it yet.
    case drafts(
        of: [RequestState], tabs: [Int] = [], aside: [KeptDraft] = [], windows: [KeptWindow] = [], isAdded: Bool = false)
    /// How everything stands.
    case session(Session)
    /// Opens the requests that were open when the last session ended, and brings back what was not saved.
    case resume([String], current: String?)
}
