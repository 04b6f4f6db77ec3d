import JSON
public import Screen

/// Reads `keymap.json`: command ids with their keys. What is unknown, wrong or in conflict is a warning; the rest holds.
public struct KeymapFile: Sendable, Equatable {
    /// The sequences of each command that has others than its own.
    public private(set) var changes: [String: [[Key]]] = [:]
    /// True if the file is a JSON object.
    public private(set) var isReadable = false
    /// Warnings as sentences with file, line and column.
    public private(set) var warnings: [String] = []

    /// Reads the file's bytes; `name` is what warnings call it.
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
            let found = values[wrong].string.map { "“\($0)”" } ?? values[wrong].compactText
            reader.warn(
                at: [member.name], "expected keys such as \"f5\", \"ctrl+s\" or \"^S\", \"g g\", or an array of these, found \(found)")
        }
        for conflict in Self.conflicts(changes) { reader.warn(at: [conflict.id], conflict.message) }
        for shadow in KeymapShadows.of(changes) { reader.warn(at: [shadow.id], shadow.message) }
        warnings = reader.warnings
    }

    /// The keys with which sequences of the table begin.
    private static let prefixes = Set(CommandTable.all.flatMap(\.keys).filter { $0.count > 1 }.compactMap(\.first))

    /// Commands of one scope that would have the same keys; the one that stands first in the table keeps them.
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
