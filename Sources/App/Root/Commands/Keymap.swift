public import Screen

/// The keys of all commands: the table's own, changed by the user.
public struct Keymap: Sendable, Equatable {
    /// The meaning of a key sequence in a scope.
    public enum Match: Sendable, Equatable {
        /// The sequence starts the command with this id.
        case command(String)
        /// Longer sequences begin with it.
        case prefix
        /// It means nothing.
        case none
    }

    /// A key sequence with its command.
    private struct Binding: Sendable, Equatable {
        var keys: [Key]
        var command: String
    }

    private struct ScopeBindings: Sendable, Equatable {
        let scope: CommandScope
        var bindings: [Binding] = []
    }

    private let changes: [String: [[Key]]]
    /// The bindings with the user's changes; nil if there are none.
    private let changed: [ScopeBindings]?
    /// The bindings of the table, computed with the first key and not before the first frame.
    private static let standard = bindings(changes: [:])

    /// The keys of the table, with those of `changes` (command id → sequences) in place of a command's own.
    public init(changes: [String: [[Key]]] = [:]) {
        self.changes = changes
        changed = changes.isEmpty ? nil : Self.bindings(changes: changes)
    }

    // A handful of scopes with some dozens each: looking through them costs less than making a dictionary.
    private static func bindings(changes: [String: [[Key]]]) -> [ScopeBindings] {
        var scopes: [ScopeBindings] = []
        for command in CommandTable.all {
            let index = scopes.firstIndex { $0.scope == command.scope } ?? scopes.count
            if index == scopes.count { scopes.append(ScopeBindings(scope: command.scope)) }
            for sequence in changes[command.id] ?? command.keys where scopes[index].bindings.allSatisfy({ $0.keys != sequence }) {
                scopes[index].bindings.append(Binding(keys: sequence, command: command.id))
            }
        }
        return scopes
    }

    private subscript(scope: CommandScope) -> [Binding] { (changed ?? Self.standard).first { $0.scope == scope }?.bindings ?? [] }

    /// The sequences of a command, the one to show first.
    public func keys(of command: AppCommand) -> [[Key]] { changes.isEmpty ? command.keys : changes[command.id] ?? command.keys }

    /// The sequences of the command with this id, the one to show first.
    public func keys(of id: String) -> [[Key]] { CommandTable.command(id).map { keys(of: $0) } ?? [] }

    /// All sequences of a command and of those that stand for it, in their short form.
    func shownKeys(of id: String) -> String {
        ([id] + CommandTable.aliases(of: id)).flatMap(keys).map(KeyNotation.show).joined(separator: " ")
    }

    /// The first sequence of a command in its short form; nil when it has no key.
    public func shownKey(of command: AppCommand) -> String? { keys(of: command).first.map(KeyNotation.show) }

    /// The first sequence of the command with this id in its short form; nil when it has no key.
    public func shownKey(of id: String) -> String? { keys(of: id).first.map(KeyNotation.show) }

    /// The meaning of `keys` in `scopes`, the first scope winning.
    public func match(_ keys: [Key], in scopes: [CommandScope]) -> Match {
        for scope in scopes {
            if let binding = self[scope].first(where: { $0.keys == keys }) { return .command(binding.command) }
            if self[scope].contains(where: { $0.keys.count > keys.count && $0.keys.starts(with: keys) }) { return .prefix }
        }
        return .none
    }

    /// The keys that can follow those pressed so far, with their commands, for the popup.
    public func continuations(of keys: [Key], in scopes: [CommandScope]) -> [(keys: [Key], command: String)] {
        var found: [(keys: [Key], command: String)] = []
        for binding in scopes.flatMap({ self[$0] }) where binding.keys.count > keys.count && binding.keys.starts(with: keys) {
            let rest = Array(binding.keys.dropFirst(keys.count))
            if found.allSatisfy({ $0.keys != rest }) { found.append((rest, binding.command)) }
        }
        return found.sorted { KeyNotation.write($0.keys) < KeyNotation.write($1.keys) }
    }
}

extension AppState {
    /// The keys of commands as texts show them.
    var keyNames: KeyNames { KeyNames { [keymap] in keymap.shownKey(of: $0) } }
}
