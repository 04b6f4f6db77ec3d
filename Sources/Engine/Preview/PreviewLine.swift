/// A line of a preview.
public struct PreviewLine: Sendable, Equatable {
    /// How it looks.
    public enum Kind: Sendable, Equatable {
        case heading, text, note, warning
    }

    /// The text of the line.
    public let text: String
    /// A muted note behind it, such as the origin of a value.
    public let note: String
    /// How it looks.
    public let kind: Kind

    /// Takes what stands there.
    public init(_ text: String, note: String = "", kind: Kind = .text) {
        self.text = text
        self.note = note
        self.kind = kind
    }
}
