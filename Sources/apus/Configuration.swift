import App
import JSON
import Platform
import Screen
import Themes
import Workspace

/// The user's configuration files: settings, keys, themes. Missing files count as empty; faulty ones cause a warning.
struct Configuration {
    let settings: Settings
    let keymap: Keymap
    /// All themes, and the warnings about the user's own.
    let loadedThemes: LoadedThemes
    let warnings: [String]
    /// The files that exist but cannot be read or parsed.
    private let broken: Set<ConfigurationFile>

    /// A sentence for each key of the keymap that some terminals report as another key.
    let ambiguousKeys: [String]

    /// Reads the files of the configuration folder.
    init(folder: String) {
        var warnings: [String] = []
        func name(_ file: ConfigurationFile) -> String { shownPath("\(folder)/\(file.rawValue)") }
        func read(_ file: ConfigurationFile) -> [UInt8]? { Self.read("\(folder)/\(file.rawValue)") { warnings.append($0) } }
        let settings = read(.settings).map { SettingsFile(parsing: $0, name: name(.settings)) }
        let keymap = read(.keymap).map { KeymapFile(parsing: $0, name: name(.keymap)) }
        let readable: [(ConfigurationFile, Bool?)] = [(.settings, settings?.isReadable), (.keymap, keymap?.isReadable)]
        broken = Set(readable.filter { $0.1 == false }.map(\.0))
        loadedThemes = Self.loadThemes(of: folder)
        let themes = loadedThemes.themes
        warnings += (settings?.warnings ?? []) + (keymap?.warnings ?? []) + loadedThemes.warnings
        if let wanted = settings?.settings.theme, !themes.contains(where: { $0.name == wanted }) {
            let names = themes.map(\.name)
            let hint = NearestName.of(wanted, among: names).map { "did you mean “\($0)”?" } ?? "known: \(names.joined(separator: ", "))"
            warnings.append("\(name(.settings)): there is no theme “\(wanted)”; \(hint)")
        }
        self.settings = settings?.settings ?? Settings()
        self.keymap = Keymap(changes: keymap?.changes ?? [:])
        self.warnings = warnings
        ambiguousKeys = keymap?.ambiguousKeys ?? []
    }

    /// The settings alone and their warnings, for commands without a screen.
    static func settings(in folder: String) -> (Settings, warnings: [String]) {
        let path = "\(folder)/\(ConfigurationFile.settings.rawValue)"
        var warnings: [String] = []
        let file = read(path) { warnings.append($0) }.map { SettingsFile(parsing: $0, name: shownPath(path)) }
        return (file?.settings ?? Settings(), warnings + (file?.warnings ?? []))
    }

    private static func read(_ path: String, warn: (String) -> Void) -> [UInt8]? {
        guard FileStatus(of: path) != nil else { return nil }
        // Foundation's file manager would take longer to create than a small file takes to read.
        do { return try Descriptor.contents(ofFile: path, limit: 16 << 20) } catch {
            warn("\(shownPath(path)) cannot be read and is ignored")
            return nil
        }
    }

    var themes: [Theme] { loadedThemes.themes }

    /// The configuration for the running workbench.
    var loaded: LoadedConfiguration {
        var loaded = LoadedConfiguration()
        loaded.settings = broken.contains(.settings) ? nil : settings
        loaded.keymap = broken.contains(.keymap) ? nil : keymap
        (loaded.themes, loaded.warnings) = (themes, warnings)
        return loaded
    }

    /// The user's themes, and the shipped themes with other names.
    static func loadThemes(of folder: String) -> LoadedThemes {
        let userThemes = ThemeFolder.load("\(folder)/themes")
        let names = Set(userThemes.themes.map(\.name))
        return LoadedThemes(
            themes: userThemes.themes + ShippedThemes.all.filter { !names.contains($0.name) },
            warnings: userThemes.problems.map(\.description))
    }

    /// An element for each change of the user's themes, also if their folder is created later.
    static func themeChanges(of folder: String) throws -> AsyncStream<Void> { try FolderChanges.stream(of: "\(folder)/themes") }

    /// The theme from the settings, and the standard one for the terminal, which is used if there is none in the settings.
    func themes(for capabilities: TerminalCapabilities) -> (chosen: Theme, standard: Theme) {
        let standard = ShippedThemes.preferred(for: capabilities)
        let chosen = settings.theme.flatMap { name in themes.first { $0.name == name } }
        // A terminal without colours cannot show the chosen theme.
        return (capabilities.colors == .none ? standard : chosen ?? standard, standard)
    }
}

/// Changes the user's configuration files from within the workbench, one after the other.
actor ConfigurationFiles {
    private let folder: String
    private let schemas: String?

    /// Takes the configuration folder, and the folder of the shipped schemas, which new files refer to.
    init(folder: String, schemas: String?) {
        self.folder = folder
        self.schemas = schemas
    }

    /// Opens a file in the editor, after creating it if it is missing, and reads all of them again.
    @MainActor
    func edit(_ file: ConfigurationFile, in editor: ExternalEditor) async throws -> LoadedConfiguration {
        try await editor.open(await create(file))
        return Configuration(folder: folder).loaded
    }

    /// Changes settings in `config.json` without changing anything else in it, and reads all files again.
    func save(_ changes: [SettingChange]) throws -> LoadedConfiguration {
        let path = try create(.settings)
        let bytes = try SettingsFile.bytes(Array(Data(contentsOf: URL(filePath: path))), changing: changes, name: shownPath(path))
        // A link to a file elsewhere stays a link.
        try AtomicFile.write(bytes, to: resolvedPath(path) ?? path, permissions: .preserved)
        return Configuration(folder: folder).loaded
    }

    /// The path of a file, which is created if it is missing.
    private func create(_ file: ConfigurationFile) throws -> String {
        let path = "\(folder)/\(file.rawValue)"
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let new = try AtomicFile(replacing: path, permissions: .preserved)
            try new.write(Array(file.beginning(schemas: schemas).utf8))
            try new.commit(overwrites: false)
        }
        return path
    }
}
