public import Screen

/// What an editor has to say of keys that did nothing, or something else than a hand that knows them expects.
public enum EditorRemark: Equatable, Sendable {
    /// These mean nothing here.
    case unknown([Key])
    /// A block was asked for, and whole lines are selected.
    case noBlocks
}
