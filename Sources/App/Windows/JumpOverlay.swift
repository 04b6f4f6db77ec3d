import Screen

/// A letter on everything that can be clicked: typing it clicks there.
public struct JumpOverlay: Sendable, Equatable {
    /// Something to jump to.
    struct Target: Sendable, Equatable {
        /// The letters that are typed: one, or two where there are many.
        let label: String
        /// The cells of what it is for; the label stands on the first, where the click goes.
        let rect: Rect
        /// How often is clicked: twice where that opens.
        let clicks: Int

        var point: Point { rect.origin }
    }

    /// Everything there is.
    let targets: [Target]
    /// The part of a label typed so far.
    var typed = ""

    private static let letters = Array("asdfghjklqwertyuiopzxcvbnm")

    /// Gives labels to places, one letter while there are enough letters.
    init(_ places: [JumpTargets.Place]) {
        let isShort = places.count <= Self.letters.count
        let labels = isShort ? Self.letters.map { String($0) } : Self.letters.flatMap { first in Self.letters.map { "\(first)\($0)" } }
        targets = zip(labels, places).map { Target(label: $0, rect: $1.rect, clicks: $1.clicks) }
    }

    /// Those that what was typed still leads to.
    var open: [Target] { targets.filter { $0.label.hasPrefix(typed) } }
}
