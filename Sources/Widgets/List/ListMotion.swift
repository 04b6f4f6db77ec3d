public import Screen

/// A way to go through rows.
public enum ListMotion: Hashable, Sendable {
    case up, down, pageUp, pageDown, halfPageUp, halfPageDown, top, bottom

    /// The motion of a key in a list where letters are commands: arrows, `j k g G`, `^D ^U`, PgUp PgDn, Home End.
    public init?(_ key: Key) {
        guard let motion = Self.letters[key] ?? Self.keys[key] else { return nil }
        self = motion
    }

    /// The motion of a key in a list where letters are text: arrows, PgUp PgDn.
    public init?(besideText key: Key) {
        guard let motion = Self.keys[key], motion != .top, motion != .bottom else { return nil }
        self = motion
    }

    private static let keys: [Key: ListMotion] = [
        Key(.up): .up, Key(.down): .down, Key(.pageUp): .pageUp, Key(.pageDown): .pageDown, Key(.home): .top, Key(.end): .bottom,
    ]

    private static let letters: [Key: ListMotion] = [
        .character("k"): .up, .character("j"): .down, .character("g"): .top, .character("G"): .bottom,
        .control("u"): .halfPageUp, .control("d"): .halfPageDown,
    ]

    /// The rows to go, in a list of which `height` rows are seen; at most so many that every list ends before.
    public func distance(height: Int) -> Int {
        switch self {
        case .up: -1
        case .down: 1
        case .pageUp: -max(1, height - 1)
        case .pageDown: max(1, height - 1)
        case .halfPageUp: -max(1, height / 2)
        case .halfPageDown: max(1, height / 2)
        case .top: -Int(Int32.max)
        case .bottom: Int(Int32.max)
        }
    }
}
