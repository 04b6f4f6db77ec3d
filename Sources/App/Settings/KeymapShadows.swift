import Screen

/// Finds keys of a user's keymap that are not heard, or keep others from being heard, since two scopes share them or one begins another.
enum KeymapShadows {
    private struct Binding {
        let command: AppCommand
        let keys: [Key]
    }

    private static let mostNamed = 3

    /// A sentence for each command with such keys among its new ones. Those of the table were chosen with all others in sight.
    static func of(_ changes: [String: [[Key]]]) -> [(id: String, message: String)] {
        let all = CommandTable.all.flatMap { command in (changes[command.id] ?? command.keys).map { Binding(command: command, keys: $0) } }
        return all.filter { changes[$0.command.id] != nil && !$0.command.keys.contains($0.keys) }.flatMap { new in
            let rivals = all.filter { $0.command.id != new.command.id && meet($0, new) }
            return sentence(new, "hides", rivals.filter { wins(new, over: $0) })
                + sentence(new, "is hidden by", rivals.filter { wins($0, over: new) })
        }
    }

    /// True if one binding hides the other somewhere. Equal keys in one scope are a conflict, which is reported elsewhere.
    private static func meet(_ one: Binding, _ other: Binding) -> Bool {
        let (first, second) = (one.command.scope, other.command.scope)
        guard first == second || !first.isPane || !second.isPane else { return false }
        if one.keys == other.keys { return first != second }
        return one.keys.starts(with: other.keys) || other.keys.starts(with: one.keys)
    }

    /// The nearer scope is asked first; within one, keys that mean something end the sequence.
    private static func wins(_ one: Binding, over other: Binding) -> Bool {
        let (first, second) = (one.command.scope.distance, other.command.scope.distance)
        return first == second ? one.keys.count < other.keys.count : first < second
    }

    private static func sentence(_ new: Binding, _ verb: String, _ others: [Binding]) -> [(id: String, message: String)] {
        guard !others.isEmpty else { return [] }
        let named = others.prefix(mostNamed).map { "\(KeyNotation.show($0.keys)) of “\($0.command.id)”" }.joined(separator: ", ")
        let rest = others.count > mostNamed ? " and \(others.count - mostNamed) more" : ""
        return [(new.command.id, "\(KeyNotation.show(new.keys)) \(verb) \(named)\(rest)")]
    }
}

extension CommandScope {
    fileprivate var isPane: Bool { distance == 0 }

    /// How late it is asked what keys mean.
    fileprivate var distance: Int {
        switch self {
        case .everywhere: 2
        case .nav: 1
        case .tree, .request, .response, .history: 0
        }
    }
}
