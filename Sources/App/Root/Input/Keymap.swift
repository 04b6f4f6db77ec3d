import JSON
public import Screen

/// The keys of all commands: the defaults with the user's changes.
public struct Keymap: Sendable, Equatable {
    /// The meaning of a key sequence in a scope.
    enum Match: Sendable, Equatable {
        /// The sequence starts the command with this id.
        case command(String)
        /// Longer sequences begin with these keys.
        case prefix
        /// No command has these keys.
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
    /// The default bindings, computed at the first key, to keep the first frame fast.
    private static let standard = bindings(changes: [:])

    /// The default keys, replaced by the keys of `changes` (command id → sequences).
    public init(changes: [String: [[Key]]] = [:]) {
        self.changes = changes
        changed = changes.isEmpty ? nil : Self.bindings(changes: changes)
    }

    // An array: searching some dozens of bindings in a few scopes is cheaper than building a dictionary.
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

    /// The sequences of a command; the first one is shown.
    func keys(of command: AppCommand) -> [[Key]] { changes.isEmpty ? command.keys : changes[command.id] ?? command.keys }

    /// The sequences of the command with this id; the first one is shown.
    func keys(of id: String) -> [[Key]] { CommandTable.command(id).map { keys(of: $0) } ?? [] }

    /// All sequences of a command and of its aliases, in their short form.
    func shownKeys(of id: String) -> String {
        ([id] + CommandTable.aliases(of: id)).flatMap(keys).map(KeyNotation.show).joined(separator: " ")
    }

    /// The first sequence of a command in its short form; nil when it has no key.
    func shownKey(of command: AppCommand) -> String? { keys(of: command).first.map(KeyNotation.show) }

    /// The first sequence of the command with this id in its short form; nil when it has no key.
    func shownKey(of id: String) -> String? { keys(of: id).first.map(KeyNotation.show) }

    /// The key of the command with this id in its short form, or its title in quotation marks.
    func name(of id: String) -> String { shownKey(of: id) ?? "“\(CommandTable.command(id)?.title ?? id)”" }

    /// The meaning of `keys` in `scopes`, the first scope winning.
    func match(_ keys: [Key], in scopes: [CommandScope]) -> Match {
        for scope in scopes {
            if let binding = self[scope].first(where: { $0.keys == keys }) { return .command(binding.command) }
            if self[scope].contains(where: { $0.keys.count > keys.count && $0.keys.starts(with: keys) }) { return .prefix }
        }
        return .none
    }

    /// True if a command has this key, also within a sequence.
    func has(_ key: Key) -> Bool { (changed ?? Self.standard).contains { $0.bindings.contains { $0.keys.contains(key) } } }

    /// The keys that can follow the pressed ones, with their commands, for the popup.
    func continuations(of keys: [Key], in scopes: [CommandScope]) -> [(keys: [Key], command: String)] {
        var continuations: [(keys: [Key], command: String)] = []
        for binding in scopes.flatMap({ self[$0] }) where binding.keys.count > keys.count && binding.keys.starts(with: keys) {
            let rest = Array(binding.keys.dropFirst(keys.count))
            if continuations.allSatisfy({ $0.keys != rest }) { continuations.append((rest, binding.command)) }
        }
        // A capital letter follows its small one.
        return continuations.map { (order: KeyNotation.write($0.keys), $0) }
            .sorted { ($0.order.lowercased(), $1.order) < ($1.order.lowercased(), $0.order) }.map(\.1)
    }
}

extension AppState {
    /// The keys of commands, for use in texts.
    var keyNames: KeyNames { KeyNames { [keymap] in keymap.shownKey(of: $0) } }
}

/// Reads `keymap.json`: command ids with their keys. Unknown, invalid or conflicting entries give warnings; the rest applies.
public struct KeymapFile: Sendable, Equatable {
    /// The changed sequences of each command.
    public private(set) var changes: [String: [[Key]]] = [:]
    /// True if the file is a JSON object.
    public private(set) var isReadable = false
    /// Warnings as sentences with file, line and column.
    public private(set) var warnings: [String] = []
    /// A sentence for each key that terminals without the Kitty keyboard protocol report as another key.
    public private(set) var ambiguousKeys: [String] = []

    /// Parses the file; `name` is the name in warnings.
    public init(parsing bytes: [UInt8], name: String) {
        var reader = SettingsReader(file: name)
        let source = reader.parse(bytes)
        isReadable = source != nil
        reader.checkNames(of: source?.value, known: ["$schema"] + CommandTable.all.map(\.id), at: [])
        for member in source?.value.object?.members ?? [] where CommandTable.command(member.name) != nil {
            let values = member.value.array ?? [member.value]
            let keys = values.map { $0.string.flatMap { KeyNotation.read($0, prefixes: Self.prefixes) } }
            guard let wrong = keys.firstIndex(of: nil) else {
                changes[member.name] = keys.compactMap { $0 }
                continue
            }
            let wrongText = values[wrong].string.map { "“\($0)”" } ?? values[wrong].compactText
            reader.warn(
                at: [member.name], "expected keys such as \"f5\", \"ctrl+s\" or \"^S\", \"g g\", or an array of these, found \(wrongText)")
        }
        for conflict in Self.conflicts(changes) { reader.warn(at: [conflict.id], conflict.message) }
        for shadow in KeymapShadows.of(changes) { reader.warn(at: [shadow.id], shadow.message) }
        warnings = reader.warnings
        ambiguousKeys = changes.sorted { $0.key < $1.key }.flatMap { id, sequences in
            Set(sequences.joined()).compactMap { key in
                key.legacyForm.map { "\(KeyNotation.show([key])) of “\(id)” arrives as \(KeyNotation.show([$0]))" }
            }.sorted()
        }
    }

    /// The first keys of longer sequences among the defaults.
    private static let prefixes = Set(CommandTable.all.flatMap(\.keys).filter { $0.count > 1 }.compactMap(\.first))

    /// Commands of one scope with the same keys; the command that is first in the table keeps them.
    private static func conflicts(_ changes: [String: [[Key]]]) -> [(id: String, message: String)] {
        var owners: [CommandScope: [[Key]: String]] = [:]
        var conflicts: [(id: String, message: String)] = []
        for command in CommandTable.all {
            for keys in changes[command.id] ?? command.keys {
                guard let owner = owners[command.scope]?[keys] else {
                    owners[command.scope, default: [:]][keys] = command.id
                    continue
                }
                let changed = changes[command.id] != nil ? command.id : owner
                conflicts.append((changed, "\(KeyNotation.show(keys)) starts both “\(owner)” and “\(command.id)”; “\(owner)” keeps it"))
            }
        }
        return conflicts
    }
}

extension Key {
    /// The key that arrives from a terminal without the Kitty keyboard protocol; nil if it is this one.
    var legacyForm: Key? {
        var rest = modifiers
        switch code {
        case .character(let character) where rest.contains(.control):
            let alt = rest.intersection(.alt)
            switch character.lowercased() {
            case "i": return Key(.tab, alt)
            case "j", "m": return Key(.enter, alt)
            case "h", "?": return Key(.backspace, alt)
            case "[": return Key(.escape, alt)
            case let letter where letter.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || " @\\]^_".unicodeScalars.contains($0) }:
                rest.remove(.shift)
            default: rest.subtract([.control, .shift])
            }
        case .enter, .backspace, .escape: rest.subtract([.control, .shift])
        case .tab: rest.remove(.control)
        case .character(" "): rest.remove(.shift)
        default: return nil
        }
        let arriving = Key(code, rest)
        return arriving == self ? nil : arriving
    }
}

/// Finds keys in a user's keymap that never work, or that disable others, because two scopes share them or one sequence begins with
/// another.
enum KeymapShadows {
    private struct Binding {
        let id: String
        let scope: CommandScope
        let keys: [Key]
        /// True if the command has these keys by default.
        let isDefault: Bool
    }

    private static let maxNamed = 3

    /// A sentence for each command whose new keys conflict with another scope. Defaults are not checked against each other, since they were
    /// chosen together.
    static func of(_ changes: [String: [[Key]]]) -> [(id: String, message: String)] {
        let all = CommandTable.all.flatMap { command in
            (changes[command.id] ?? command.keys).map {
                Binding(id: command.id, scope: command.scope, keys: $0, isDefault: command.keys.contains($0))
            }
        }
        return all.filter { changes[$0.id] != nil && !$0.isDefault }.flatMap { new in
            let rivals = all.filter { $0.id != new.id && meet($0, new) }
            return sentence(new, "hides", rivals.filter { wins(new, over: $0) })
                + sentence(new, "is hidden by", rivals.filter { wins($0, over: new) })
        }
    }

    /// True if one binding hides the other in some pane or window. Equal keys in one scope are a conflict, which is reported separately.
    private static func meet(_ one: Binding, _ other: Binding) -> Bool {
        let (first, second) = (one.scope, other.scope)
        guard first.isWindow == second.isWindow, first == second || !first.isPane || !second.isPane else { return false }
        if one.keys == other.keys { return first != second }
        return one.keys.starts(with: other.keys) || other.keys.starts(with: one.keys)
    }

    /// The nearer scope wins; within one scope, the shorter sequence wins.
    private static func wins(_ one: Binding, over other: Binding) -> Bool {
        let (first, second) = (one.scope.distance, other.scope.distance)
        return first == second ? one.keys.count < other.keys.count : first < second
    }

    private static func sentence(_ new: Binding, _ verb: String, _ others: [Binding]) -> [(id: String, message: String)] {
        guard !others.isEmpty else { return [] }
        let named = others.prefix(maxNamed).map { "\(KeyNotation.show($0.keys)) of “\($0.id)”" }.joined(separator: ", ")
        let rest = others.count > maxNamed ? " and \(others.count - maxNamed) more" : ""
        return [(new.id, "\(KeyNotation.show(new.keys)) \(verb) \(named)\(rest)")]
    }
}

extension CommandScope {
    fileprivate var isPane: Bool { distance == 0 }

    /// True if the keys apply only in windows, where keys of panes do not.
    fileprivate var isWindow: Bool {
        switch self {
        case .everywhere, .nav, .tree, .request, .response, .history: false
        case .window, .tableWindow, .textWindow, .reportWindow, .helpWindow, .promptWindow, .pathWindow, .loginWindow,
            .comparisonWindow, .runWindow:
            true
        }
    }

    /// The distance from the focus; nearer scopes come first.
    fileprivate var distance: Int {
        switch self {
        case .everywhere: 2
        case .nav, .window: 1
        case .tree, .request, .response, .history, .tableWindow, .textWindow, .reportWindow, .helpWindow, .promptWindow, .pathWindow,
            .loginWindow, .comparisonWindow, .runWindow:
            0
        }
    }
}

/// A configuration file of the user.
public enum ConfigurationFile: String, CaseIterable, Sendable {
    case settings = "config.json"
    case keymap = "keymap.json"

    /// The initial content of the file: it changes nothing, but shows the format.
    /// - Parameter schemas: the folder of the shipped schemas, which editors use to complete and validate; nil if there is none.
    public func beginning(schemas: String?) -> String {
        let schema = schemas.map { ["  \"$schema\": \(JSONValue.string("\($0)/\(schemaName)").compactText)"] } ?? []
        return "{\n" + (schema + members).joined(separator: ",\n") + "\n}\n"
    }

    private var schemaName: String {
        switch self {
        case .settings: "config.schema.json"
        case .keymap: "keymap.schema.json"
        }
    }

    private var members: [String] {
        switch self {
        case .settings:
            return [("editorKeys", "standard"), ("motion", "full"), ("pictures", "auto"), ("cache", "off")].map { "  \"\($0)\": \"\($1)\"" }
        case .keymap:
            let id = "request.send"
            let keys = CommandTable.command(id)?.keys.map { "\"\(KeyNotation.write($0))\"" } ?? []
            return ["  \"\(id)\": [\(keys.joined(separator: ", "))]"]
        }
    }
}

/// The user's configuration files, read together.
public struct LoadedConfiguration: Sendable, Equatable {
    /// The settings; nil if the file cannot be read, so that the previous ones stay.
    public var settings: Settings? = Settings()
    /// The keymap; nil if the file cannot be read.
    public var keymap: Keymap? = Keymap()
    /// The themes to choose from.
    public var themes: [Theme] = []
    /// Warnings as sentences with file, line and column.
    public var warnings: [String] = []

    /// The defaults.
    public init() {}
}
