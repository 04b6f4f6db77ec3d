import App
import Screen
import Themes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the user's own files say: settings, keys, themes. A file that is missing says nothing; one that is wrong costs a warning.
struct Configuration {
    let settings: Settings
    let keymap: Keymap
    /// The shipped themes, with the user's own over those of the same name.
    let themes: [Theme]
    let warnings: [String]

    /// Reads the files of the configuration folder.
    init(folder: String) {
        var warnings: [String] = []
        func read(_ name: String) -> [UInt8]? {
            let path = "\(folder)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            do {
                return Array(try Data(contentsOf: URL(filePath: path)))
            } catch {
                warnings.append("\(path) cannot be read; the program goes on without it")
                return nil
            }
        }
        let settings = read("config.json").map { SettingsFile(parsing: $0, name: "\(folder)/config.json") }
        let keymap = read("keymap.json").map { KeymapFile(parsing: $0, name: "\(folder)/keymap.json") }
        let own = ThemeFolder.load("\(folder)/themes")
        warnings += (settings?.warnings ?? []) + (keymap?.warnings ?? []) + own.problems.map(\.description)
        let names = Set(own.themes.map(\.name))
        themes = own.themes + ShippedThemes.all.filter { !names.contains($0.name) }
        if let wanted = settings?.settings.theme, !themes.contains(where: { $0.name == wanted }) {
            let known = themes.map(\.name).joined(separator: ", ")
            warnings.append("\(folder)/config.json: there is no theme “\(wanted)”; there are \(known)")
        }
        self.settings = settings?.settings ?? Settings()
        self.keymap = Keymap(changes: keymap?.changes ?? [:])
        self.warnings = warnings
    }

    /// The theme that was set, or else the one that suits the terminal.
    func theme(for capabilities: TerminalCapabilities) -> Theme {
        let chosen = settings.theme.flatMap { name in themes.first { $0.name == name } }
        // A terminal without colours shows what needs none, whatever was set.
        return capabilities.colors == .none
            ? ShippedThemes.preferred(for: capabilities) : chosen ?? ShippedThemes.preferred(for: capabilities)
    }
}
