import App
import JSON
import Screen
import Themes
import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The user's configuration files: settings, keys, themes. Missing files count as empty; faulty ones cause a warning.
struct Configuration {
    let settings: Settings
    let keymap: Keymap
    /// All themes, and the warnings about the user's own.
    let loadedThemes: LoadedThemes
    let warnings: [String]
    /// The files that exist but cannot be read or parsed.
    private let broken: Set<ConfigurationFile>

    /// Reads the files of the configuration folder.
    init(folder: String) {
        var warnings: [String] = []
        func read(_ name: String) -> [UInt8]? {
            let path = "\(folder)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            guard let content = FileManager.default.contents(atPath: path) else {
                warnings.append("\(path) cannot be read and is ignored")
                return nil
            }
            return Array(content)
        }
        let settings = read("config.json").map { SettingsFile(parsing: $0, name: "\(folder)/config.json") }
        let keymap = read("keymap.json").map { KeymapFile(parsing: $0, name: "\(folder)/keymap.json") }
        let readable: [(ConfigurationFile, Bool?)] = [(.settings, settings?.isReadable), (.keymap, keymap?.isReadable)]
        broken = Set(readable.filter { $0.1 == false }.map(\.0))
        loadedThemes = Self.loadThemes(of: folder)
        let themes = loadedThemes.themes
        warnings += (settings?.warnings ?? []) + (keymap?.warnings ?? []) + loadedThemes.warnings
        if let wanted = settings?.settings.theme, !themes.contains(where: { $0.name == wanted }) {
            let names = themes.map(\.name)
            let hint = NearestName.of(wanted, among: names).map { "did you mean “\($0)”?" } ?? "known are \(names.joined(separator: ", "))"
            warnings.append("\(folder)/config.json: there is no theme “\(wanted)”; \(hint)")
        }
        self.settings = settings?.settings ?? Settings()
        self.keymap = Keymap(changes: keymap?.changes ?? [:])
        self.warnings = warnings
    }

    /// All themes.
    var themes: [Theme] { loadedThemes.themes }

    /// Opens a configuration file in the editor, after creating it if it is missing, and reads all of them again.
    @MainActor
    static func edit(
        _ file: ConfigurationFile, of folder: String, in editor: ExternalEditor, schemas: String?
    ) async throws -> LoadedConfiguration {
        let path = "\(folder)/\(file.rawValue)"
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(file.beginning(schemas: schemas).utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
        }
        try await editor.open(path)
        let read = Configuration(folder: folder)
        var loaded = LoadedConfiguration()
        loaded.settings = read.broken.contains(.settings) ? nil : read.settings
        loaded.keymap = read.broken.contains(.keymap) ? nil : read.keymap
        (loaded.themes, loaded.warnings) = (read.themes, read.warnings)
        return loaded
    }

    /// The user's themes, and the shipped ones that have no user's theme of the same name.
    static func loadThemes(of folder: String) -> LoadedThemes {
        let own = ThemeFolder.load("\(folder)/themes")
        let names = Set(own.themes.map(\.name))
        return LoadedThemes(
            themes: own.themes + ShippedThemes.all.filter { !names.contains($0.name) }, warnings: own.problems.map(\.description))
    }

    /// An element for each change of the user's themes, also if their folder is created later.
    static func themeChanges(of folder: String) throws -> AsyncStream<Void> { try FolderChanges.stream(of: "\(folder)/themes") }

    /// The theme from the settings, the one of the last session, or the default for the terminal.
    func theme(for capabilities: TerminalCapabilities, last: String?) -> Theme {
        let chosen = (settings.theme ?? last).flatMap { name in themes.first { $0.name == name } }
        // A terminal without colours cannot show the chosen theme.
        return capabilities.colors == .none
            ? ShippedThemes.preferred(for: capabilities) : chosen ?? ShippedThemes.preferred(for: capabilities)
    }
}
