/// The decision about autosaved drafts that are still being read.
enum FindingDrafts: Sendable, Equatable {
    /// The question stands.
    case asking
    /// They come back as soon as they are there.
    case restoring
    /// They are let go of.
    case discarding
    /// They are offered at the next start.
    case puttingOff

    /// The fate of drafts that were not read before the program ends.
    var unseen: UnseenDrafts { self == .discarding ? .discarded : .kept }
}
