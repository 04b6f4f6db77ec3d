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

/// What the user's own files say: settings, keys, themes. A file that is missing says nothing; one that is wrong costs a warning.
struct Configuration {
    let settings: Settings
    let keymap: Keymap
    /// The shipped themes, with the user's own over those of the same name, and what is wrong with these.
    let loadedThemes: LoadedThemes
    let warnings: [String]
    /// The files that are there and say nothing that can be read.
    private let broken: Set<ConfigurationFile>

    /// Reads the files of the configuration folder.
    init(folder: String) {
        var warnings: [String] = []
        func read(_ name: String) -> [UInt8]? {
            let path = "\(folder)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            guard let content = FileManager.default.contents(atPath: path) else {
                warnings.append("\(path) cannot be read; the program goes on without it")
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
            let hint = NearestName.of(wanted, among: names).map { "did you mean “\($0)”?" } ?? "there are \(names.joined(separator: ", "))"
            warnings.append("\(folder)/config.json: there is no theme “\(wanted)”; \(hint)")
        }
        self.settings = settings?.settings ?? Settings()
        self.keymap = Keymap(changes: keymap?.changes ?? [:])
        self.warnings = warnings
    }

    /// All themes to choose from.
    var themes: [Theme] { loadedThemes.themes }

    /// Opens one of the files in the editor, made where it is missing, and gives what all of them say then.
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

    /// The shipped themes, with the user's own over those of the same name.
    static func loadThemes(of folder: String) -> LoadedThemes {
        let own = ThemeFolder.load("\(folder)/themes")
        let names = Set(own.themes.map(\.name))
        return LoadedThemes(
            themes: own.themes + ShippedThemes.all.filter { !names.contains($0.name) }, warnings: own.problems.map(\.description))
    }

    /// Tells whenever a theme file of the user's own changes, also where the folder for them is made later.
    static func themeChanges(of folder: String) throws -> AsyncStream<Void> { try FolderChanges.stream(of: "\(folder)/themes") }

    /// The theme that was set, the one of the last session, or else the one that suits the terminal.
    func theme(for capabilities: TerminalCapabilities, last: String?) -> Theme {
        let chosen = (settings.theme ?? last).flatMap { name in themes.first { $0.name == name } }
        // A terminal without colours shows what needs none, whatever was set.
        return capabilities.colors == .none
            ? ShippedThemes.preferred(for: capabilities) : chosen ?? ShippedThemes.preferred(for: capabilities)
    }
}
