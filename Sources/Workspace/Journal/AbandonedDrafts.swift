/// What processes without an orderly end left in the journal.
public struct AbandonedDrafts: Hashable, Sendable {
    /// The edits that could be read.
    public var drafts: [KeptDraft] = []
    /// What was typed in windows.
    public var windows: [KeptWindow] = []
    /// Where the files of which not everything could be read were put, as absolute paths.
    public var damaged: [String] = []

    /// Nothing was left.
    public init() {}
}
