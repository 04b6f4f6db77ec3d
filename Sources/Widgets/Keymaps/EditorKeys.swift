import Screen

/// The interpreter of keys that an area has, with what it remembers between keys.
enum EditorKeys: Equatable, Sendable {
    case standard

    init(_ preset: EditorPreset) {
        self = .standard
    }

    var preset: EditorPreset { .standard }
    var modeName: String? { nil }
    var takesText: Bool { true }

    /// Whether Enter in what is looked for goes back to the text.
    var closesFindOnEnter: Bool { false }
    /// Whether the arrows go by the rows that are seen, where lines are wrapped.
    var movesByRows: Bool { true }
    /// What the cursor looks like.
    var cursorShape: Cursor.Shape { .bar }

    func selection(in text: EditableText) -> Range<TextPosition>? { text.selection.range }

    /// Does what `key` means to `text`.
    ///
    /// - Parameter page: the rows that are seen.
    mutating func handle(_ key: Key, on text: inout EditableText, page: Int) -> EditorReply {
        StandardKeys.handle(key, on: &text, page: page)
    }

    mutating func paste(_ new: String, into text: inout EditableText) {
        text.insert(new)
    }
}
