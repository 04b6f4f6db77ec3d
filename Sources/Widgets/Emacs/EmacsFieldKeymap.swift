public import Screen

/// Emacs' keys where there is one line to type or a list to choose from, in those of an ordinary field.
public enum EmacsFieldKeymap {
    /// The keys of an ordinary field that do what `key` does in emacs, one after the other; nil for a key that means the same in both.
    public static func keys(for key: Key) -> [Key]? { table[key] }

    /// Whether `key` is one that emacs has for a line.
    public static func takes(_ key: Key) -> Bool { table[key] != nil || setsMark(key) }

    /// Whether `key` sets the mark at the cursor, so that moving selects.
    public static func setsMark(_ key: Key) -> Bool { key == .control("@") || key == .control(" ") }

    /// The key that selects as far as `key` moves; nil for one that does not move.
    public static func selectingKey(for key: Key) -> Key? {
        let moving = table[key] ?? [motions[key] ?? key]
        guard moving.count == 1, [.left, .right, .home, .end].contains(moving[0].code) else { return nil }
        return Key(moving[0].code, moving[0].modifiers.union(.shift))
    }

    /// What `key` does to what is selected; nil where it does the same without.
    public static func keysOnRegion(for key: Key) -> [Key]? { key == .control("w") ? [.control("x")] : nil }

    // Words have a key of their own in a field, so that they are in no table but this.
    private static let motions: [Key: Key] = [.alt("f"): Key(.right, .control), .alt("b"): Key(.left, .control)]

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
