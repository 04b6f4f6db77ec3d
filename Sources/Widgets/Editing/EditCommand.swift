/// Something that a key does to a text.
enum EditCommand: Hashable, Sendable {
    case move(TextMotion)
    case select(TextMotion)
    case delete(TextMotion)
    case insert(String)
    case newline
    case transpose
    case indent, outdent
    case selectAll
    case undo, redo
    case copy, cut, paste
}
