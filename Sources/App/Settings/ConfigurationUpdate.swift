import Screen
import Widgets

/// Follows the user's own files.
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
        let later = later(old, new)
        let rest = later.isEmpty ? "" : "; \(later.joined(separator: ", ")) from the next start on"
        return state.say(.done, "Settings reloaded\(rest)", about: .configuration)
    }

    private static func take(_ state: inout AppState, _ preset: EditorPreset) {
        state.finishEditing()
        state.editorPreset = preset
        state.forEachRequest { request in
            for path in RequestSection.texts.compactMap(\.area) { request[keyPath: path].preset = preset }
        }
    }

    /// Changed settings that take effect at the next start.
    private static func later(_ old: Settings, _ new: Settings) -> [String] {
        [
            ("pictures", old.pictures == new.pictures), ("editor", old.editor == new.editor), ("pager", old.pager == new.pager),
            ("limits", old.limits == new.limits), ("cache", old.usesCache == new.usesCache),
            ("automaticHeaders", old.addsAutomaticHeaders == new.addsAutomaticHeaders), ("history", old.history == new.history),
        ].filter { !$1 }.map(\.0)
    }
}
