/// What is done with edits that a crash left and that are still being read.
enum FindingDrafts: Sendable, Equatable {
    /// The question stands.
    case asking
    /// They come back as soon as they are there.
    case restoring
    /// They are let go of.
    case discarding
    /// They are offered at the next start.
    case puttingOff

    /// What becomes of them when the program ends before they are there.
    var unseen: UnseenDrafts { self == .discarding ? .discarded : .kept }
}
