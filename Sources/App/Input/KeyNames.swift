/// The keys of commands as texts show them, so that a feature can name a key without knowing the keymap.
struct KeyNames: Sendable {
    /// The first keys of a command in their short form; nil if it has none.
    let shown: @Sendable (_ id: String) -> String?
}
