import JSON
public import Screen

/// A file of the user's own that says how the program is.
public enum ConfigurationFile: String, CaseIterable, Sendable {
    case settings = "config.json"
    case keymap = "keymap.json"

    /// What it holds as it is made: nothing that changes anything, but something to begin with.
    /// - Parameter schemas: the folder of the shipped schemas, by which an editor completes and checks; nil where there is none.
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

/// What the user's own files say together.
public struct LoadedConfiguration: Sendable, Equatable {
    /// What is set; nil where the file cannot be read, so that what was set before holds on.
    public var settings: Settings? = Settings()
    /// Which keys start which command; nil where the file cannot be read.
    public var keymap: Keymap? = Keymap()
    /// The themes to choose from.
    public var themes: [Theme] = []
    /// What was wrong, as sentences with file, line and column.
    public var warnings: [String] = []

    /// Nothing said; the keys of the table.
    public init() {}
}
