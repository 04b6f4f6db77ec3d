import Screen
import Widgets

/// Applies the user's configuration files.
enum ConfigurationUpdate {
    static func update(_ state: inout AppState, _ message: ApplicationMessage) -> [Effect] {
        switch message {
        case .editConfiguration(let file):
            state.finishEditing()
            return [.configure(file)]
        case .configured(let loaded): return take(&state, loaded)
        default: return []
        }
    }

    /// Applies changed settings at once where possible. A choice made in the program stays if the file's value did not change.
    private static func take(_ state: inout AppState, _ loaded: LoadedConfiguration) -> [Effect] {
        let (old, new) = (state.settings, loaded.settings ?? state.settings)
        state.settings = new
        state.keymap = loaded.keymap ?? state.keymap
        state.themes = loaded.themes
        if new.theme != old.theme, let theme = loaded.themes.first(where: { $0.name == new.theme }) {
            state.theme = theme
            state.followsBackground = false
        }
        if new.arrangement != old.arrangement { state.layout.arrangement = new.arrangement ?? .automatic }
        if new.usesASCII != old.usesASCII { state.usesASCII = new.usesASCII ?? false }
        if new.editorKeys != old.editorKeys { take(&state, new.editorKeys ?? .standard) }
        guard loaded.warnings.isEmpty else {
            return state.say(.error, loaded.warnings.joined(separator: "\n"), about: .configuration)
        }
        let later = new.laterChanges(from: old)
        let rest = later.isEmpty ? "" : ". From the next start: \(later.joined(separator: ", "))"
        return state.say(.done, "Settings reloaded\(rest)", about: .configuration)
    }

    private static func take(_ state: inout AppState, _ preset: EditorPreset) {
        state.finishEditing()
        state.editorPreset = preset
        state.forEachRequest { request in
            for path in RequestSection.texts.compactMap(\.area) { request[keyPath: path].preset = preset }
        }
    }
}
