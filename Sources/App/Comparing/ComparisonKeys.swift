import Screen

/// The keys of the comparison window: one table for what they do, the footer and the help.
enum ComparisonKey: CaseIterable {
    case next, previous, unfold, sides, ignore, ignoreMore, resetRules, copyPatch, copyDiff

    /// The keys, the one to show first.
    var keys: [Key] {
        switch self {
        case .next: [.character("n"), .character("]")]
        case .previous: [.character("N"), .character("[")]
        case .unfold: [Key(.enter), .character(" ")]
        case .sides: [.character("t")]
        case .ignore: [.character("i")]
        case .ignoreMore: [.character("I")]
        case .resetRules: [.character("x")]
        case .copyPatch: [.character("y")]
        case .copyDiff: [.character("Y")]
        }
    }

    /// The first key as it is written.
    var name: String { self == .unfold ? "Enter" : String(describing: title.key) }

    /// A word or two for the footer.
    var label: String { title.label }

    /// The sentence for the help window.
    var help: String { title.help }

    private var title: (key: Character, label: String, help: String) {
        switch self {
        case .next: ("n", "next", "go to the next difference")
        case .previous: ("N", "previous", "go to the previous difference")
        case .unfold: ("↵", "unfold", "show the equal rows of a fold")
        case .sides: ("t", "sides", "sides beside or below one another")
        case .ignore: ("i", "ignore", "ignore the path under the cursor, in every element of an array")
        case .ignoreMore: ("I", "ignore…", "ignore ids, times or the order of arrays")
        case .resetRules: ("x", "all", "ignore nothing")
        case .copyPatch: ("y", "copy patch", "copy as JSON Patch")
        case .copyDiff: ("Y", "copy diff", "copy as unified diff")
        }
    }

    /// The entry of a key.
    init?(_ key: Key) {
        guard let found = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
        self = found
    }

    /// The hints for the footer, most useful first.
    static var hints: [FooterHints.Hint] {
        let shown: [Self] = [.next, .previous, .unfold, .sides, .ignore, .copyPatch, .copyDiff]
        return shown.map { entry in
            FooterHints.Hint(key: entry.name, label: entry.label, message: .window(.key(entry.keys[0])))
        }
    }
}
