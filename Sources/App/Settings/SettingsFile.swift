import JSON
import Screen
import Widgets

/// Reads `config.json`. What is unknown or wrong is a warning that names the place; the rest holds.
public struct SettingsFile: Sendable, Equatable {
    /// The settings that were read.
    public private(set) var settings = Settings()
    /// True if the file is a JSON object.
    public private(set) var isReadable = false
    /// Warnings as sentences with file, line and column.
    public private(set) var warnings: [String] = []

    private static let names = [
        "$schema", "theme", "layout", "editor", "editorKeys", "pager", "limits", "cache", "automaticHeaders", "confirmQuit", "history",
        "borders", "motion", "pictures",
    ]
    private static let limitNames = ["responseByteCount", "requestsAtOnce"]
    private static let historyNames = ["count", "days", "byteCount"]
    /// Nearly three centuries.
    private static let mostDays = 100_000.0
    private static let layouts: [String: LayoutState.Arrangement] = [
        "automatic": .automatic, "columns": .sideBySide, "rows": .stacked, "single": .single,
    ]

    /// Reads the file's bytes; `name` is what warnings call it.
    public init(parsing bytes: [UInt8], name: String) {
        var reader = SettingsReader(file: name)
        guard let source = reader.parse(bytes) else {
            warnings = reader.warnings
            return
        }
        isReadable = true
        reader.checkNames(of: source.value, known: Self.names, at: [])
        settings.theme = reader.string(["theme"])
        settings.editor = reader.command(["editor"])
        settings.pager = reader.command(["pager"])
        settings.usesCache = reader.choice(["cache"], of: ["off": false, "on": true]) ?? false
        settings.confirmsQuit = reader.choice(["confirmQuit"], of: ["off": false, "on": true]) ?? false
        settings.addsAutomaticHeaders = reader.choice(["automaticHeaders"], of: ["off": false, "on": true]) ?? true
        reader.checkNames(of: source.value["limits"], known: Self.limitNames, at: ["limits"])
        settings.limits.responseByteCount = reader.number(["limits", "responseByteCount"]).flatMap { Int64(exactly: $0) }
        settings.limits.requestsAtOnce = reader.number(["limits", "requestsAtOnce"], least: 1, most: 10_000).map { Int($0) }
        settings.editorKeys = reader.choice(
            ["editorKeys"], of: Dictionary(uniqueKeysWithValues: EditorPreset.allCases.map { ($0.rawValue, $0) }))
        settings.arrangement = reader.choice(["layout"], of: Self.layouts)
        settings.usesASCII = reader.choice(["borders"], of: ["ascii": true, "unicode": false])
        settings.reducesMotion = reader.choice(["motion"], of: ["reduced": true, "full": false]) ?? false
        settings.pictures =
            reader.choice(["pictures"], of: Dictionary(uniqueKeysWithValues: PictureMode.allCases.map { ($0.rawValue, $0) })) ?? .auto
        reader.checkNames(of: source.value["history"], known: Self.historyNames, at: ["history"])
        settings.history.count = reader.number(["history", "count"]).flatMap { Int(exactly: $0) }
        settings.history.days = reader.number(["history", "days"], most: Self.mostDays)
        settings.history.byteCount = reader.number(["history", "byteCount"]).flatMap { Int64(exactly: $0) }
        warnings = reader.warnings
    }
}
