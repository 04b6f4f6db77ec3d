import JSON
public import Screen

/// A file of the user's own that says how the program is.
public enum ConfigurationFile: String, CaseIterable, Sendable {
    case settings = "config.json"
    case keymap = "keymap.json"

    /// The first content of the file: it changes nothing, but shows how to begin.
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

/// The user's own files, read together.
public struct LoadedConfiguration: Sendable, Equatable {
    /// The settings; nil if the file cannot be read, so that the previous ones stay.
    public var settings: Settings? = Settings()
    /// The keymap; nil if the file cannot be read.
    public var keymap: Keymap? = Keymap()
    /// The themes to choose from.
    public var themes: [Theme] = []
    /// Warnings as sentences with file, line and column.
    public var warnings: [String] = []

    /// Defaults only.
    public init() {}
}
