/// The user's own folders, as the XDG base directory specification says.
struct UserFolders {
    /// Configuration: `config.json`, `keymap.json`, `themes/`.
    let configuration: String
    /// Data: the history, the copy of the demo's collections.
    let data: String
    /// State: unsaved edits, how the last session ended.
    let state: String

    /// Takes the process environment. An entry that is not an absolute path counts as missing, as the specification demands.
    init(environment: [String: String]) {
        let home = environment["HOME"] ?? ""
        func folder(_ name: String, _ standard: String) -> String {
            let named = environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (named ?? home + standard) + "/apus"
        }
        configuration = folder("XDG_CONFIG_HOME", "/.config")
        data = folder("XDG_DATA_HOME", "/.local/share")
        state = folder("XDG_STATE_HOME", "/.local/state")
    }
}
