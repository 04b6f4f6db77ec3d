public import Screen

/// Something a person can do, declared once.
///
/// Dispatch, footer, help, palette, the popup after a prefix key, the user's keymap and `docs/keys.md` all read the same table of these.
public struct Command: Sendable {
    /// What the keymap file calls it: `request.send`.
    public let id: String
    /// What it does, as an imperative of a few words.
    public let title: String
    /// One word or two for the footer; the title where there is none.
    public let label: String
    /// The key sequences that start it, the one to show first.
    public let keys: [[Key]]
    /// Where the keys are heard.
    public let scope: CommandScope
    /// The heading that it stands under.
    public let group: CommandGroup
    /// How much it deserves a place in the footer, higher first; nil never stands there.
    public let footerPriority: Int?
    /// Why it cannot be done now, in a few words; nil when it can.
    public let disabledReason: @Sendable (AppState) -> String?
    /// What it sends to the reducer.
    public let message: Message
    /// The command that this gives more keys to; lists name that one only.
    public let alias: String?

    /// Declares a command.
    ///
    /// - Parameter keys: sequences in ``KeyNotation``, the first is the one that is shown.
    init(
        _ id: String, _ title: String, label: String? = nil, keys: [String], scope: CommandScope, group: CommandGroup,
        footer: Int? = nil, disabled: @escaping @Sendable (AppState) -> String? = { _ in nil }, alias: String? = nil, sends message: Message
    ) {
        self.id = id
        self.title = title
        self.label = label ?? title
        self.keys = keys.compactMap(KeyNotation.parse)
        assert(self.keys.count == keys.count, "\(id) has a key that cannot be read")
        self.scope = scope
        self.group = group
        footerPriority = footer
        disabledReason = disabled
        self.message = message
        self.alias = alias
    }
}
