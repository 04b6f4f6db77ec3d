/// The keys of commands as texts show them, so that a feature can name a key without knowing the keymap.
struct KeyNames: Sendable {
    private let keymap: Keymap

    init(_ keymap: Keymap) { self.keymap = keymap }

    /// The first keys of a command in their short form; nil if it has none.
    func shown(_ id: String) -> String? { keymap.shownKey(of: id) }
}
