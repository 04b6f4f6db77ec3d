public import Workspace

/// Effects that keep data beyond the program's end, in the user's state folder.
public enum KeepEffect: Sendable, Equatable {
    /// Unsaved edits, in the place of those kept before.
    ///
    /// The requests are taken apart still: making drafts of them costs the length of their texts. `offered` are those of an earlier session
    /// that the user has not decided on, `tabs` which of the open requests each is. `aside` is what saved requests hold and their files do not,
    /// `windows` what is typed in windows; `found` says what becomes of what a crash left and nobody has seen yet.
    case drafts(
        of: [RequestState], offered: [KeptDraft], tabs: [Int] = [], aside: [KeptDraft] = [], windows: [KeptWindow] = [],
        found: UnseenDrafts = .none)
    /// How everything stands.
    case session(Session)
    /// Finds the edits that a crash left behind.
    case findDrafts
    /// Opens the requests that were open when the last session ended.
    case openRequests([String], current: String?)
    /// Brings edits back, each over what its file says now.
    case restore([KeptDraft])
}

/// The fate of autosaved drafts that were not read yet when others are kept.
public enum UnseenDrafts: Sendable, Equatable {
    /// There are none, or the state has them.
    case none
    /// They stay.
    case kept
    /// They were discarded: only what saved requests hold besides their files stays.
    case discarded
}
