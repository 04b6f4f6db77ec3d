public import Screen

/// Emacs' keys where there is one line to type or a list to choose from, in those of an ordinary field.
public enum EmacsFieldKeymap {
    /// The keys of an ordinary field that do what `key` does in emacs, one after the other; nil for a key that means the same in both.
    public static func keys(for key: Key) -> [Key]? { table[key] }

    // Killing cuts, so that what is gone can be yanked. Of a secret nothing is cut, but its end can be deleted.
    private static let table: [Key: [Key]] = [
        .control("a"): [Key(.home)], .control("e"): [Key(.end)], .alt("<"): [Key(.home)], .alt(">"): [Key(.end)],
        .control("b"): [Key(.left)], .control("f"): [Key(.right)], .control("p"): [Key(.up)], .control("n"): [Key(.down)],
        .control("v"): [Key(.pageDown)], .alt("v"): [Key(.pageUp)],
        .control("d"): [Key(.delete)], .control("j"): [Key(.enter)], .control("g"): [Key(.escape)],
        .control("k"): [Key(.end, .shift), .control("x"), Key(.delete)],
        .alt("d"): [Key(.right, [.control, .shift]), .control("x")],
        Key(.backspace, .alt): [Key(.left, [.control, .shift]), .control("x")],
        Key(.backspace, .control): [Key(.left, [.control, .shift]), .control("x")],
        .alt("w"): [Key(.insert, .control)], .control("y"): [Key(.insert, .shift)],
        .control("/"): [.control("_")], .alt("_"): [.alt("U")],
    ]
}
