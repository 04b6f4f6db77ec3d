/// How a value is laid out as text.
public enum JSONLayout: Hashable, Sendable {
    /// One line, no spaces.
    case compact
    /// A line for each element, two spaces for each level.
    case pretty
    /// As ``pretty``, but what has no more arrays and objects in it stands on one line where it fits in 100 columns; lists of strings
    /// keep a line for each.
    case rows
}
