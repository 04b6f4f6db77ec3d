/// Text that was yanked or deleted.
struct VimRegister: Equatable, Sendable {
    /// The text; of lines without the last one's end.
    var text: String
    /// Whether it is whole lines.
    var isLinewise: Bool

    /// What a clipboard gets.
    var clipboardText: String { isLinewise ? text + "\n" : text }
}
