import Screen

/// The keys of ordinary text fields in a text of many lines.
enum StandardKeys {
    static func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        switch key {
        case Key(.escape): return .done(.cancelled)
        case .control("f"): return .openFind(backward: false)
        case Key(.up, .control): return .scroll(-1)
        case Key(.down, .control): return .scroll(1)
        default: return EditorReply(StandardKeymap.command(for: key).flatMap { text.apply($0, page: page) })
        }
    }

    /// Whether `key` would be for the text.
    static func takes(_ key: Key) -> Bool {
        [Key(.escape), .control("f"), Key(.up, .control), Key(.down, .control)].contains(key) || StandardKeymap.command(for: key) != nil
    }
}
