public import Screen

/// Which keys start which command: the table's own, changed by the user.
public struct Keymap: Sendable, Equatable {
    /// What a sequence of keys means in a scope.
    public enum Match: Sendable, Equatable {
        /// The sequence starts the command with this id.
        case command(String)
        /// Longer sequences begin with it.
        case prefix
        /// It means nothing.
        case none
    }

    private var sequences: [CommandScope: [[Key]: String]] = [:]
    private var shown: [String: [[Key]]] = [:]

    /// The keys of the table, with those of `changes` (command id → sequences) in place of a command's own.
    public init(changes: [String: [[Key]]] = [:]) {
        for command in CommandTable.all {
            let keys = changes[command.id] ?? command.keys
            shown[command.id] = keys
            for sequence in keys where sequences[command.scope]?[sequence] == nil {
                sequences[command.scope, default: [:]][sequence] = command.id
            }
        }
    }

    /// The sequences of a command, the one to show first.
    public func keys(of id: String) -> [[Key]] { shown[id] ?? [] }

    /// The first sequence of a command in its short form; nil when it has no key.
    public func shownKey(of id: String) -> String? { keys(of: id).first.map(KeyNotation.show) }

    /// What `keys` means where `scopes` are heard, the first winning.
    public func match(_ keys: [Key], in scopes: [CommandScope]) -> Match {
        for scope in scopes {
            if let id = sequences[scope]?[keys] { return .command(id) }
            if sequences[scope]?.keys.contains(where: { $0.count > keys.count && $0.starts(with: keys) }) == true { return .prefix }
        }
        return .none
    }

    /// What may follow the keys pressed so far, for the popup: the next key and the command.
    public func continuations(of keys: [Key], in scopes: [CommandScope]) -> [(keys: [Key], command: String)] {
        var seen: Set<[Key]> = []
        var found: [(keys: [Key], command: String)] = []
        for scope in scopes {
            for (sequence, id) in sequences[scope] ?? [:] where sequence.count > keys.count && sequence.starts(with: keys) {
                guard seen.insert(sequence).inserted else { continue }
                found.append((Array(sequence.dropFirst(keys.count)), id))
            }
        }
        return found.sorted { KeyNotation.write($0.keys) < KeyNotation.write($1.keys) }
    }
}
