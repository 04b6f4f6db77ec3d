/// Text that is compared without regard to ASCII case, and keeps the case it was written in.
public struct CaseInsensitiveString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let text: String
    private let folded: String

    /// Keeps the text as it is.
    public init(_ text: String) {
        self.text = text
        folded = String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// A text written in source.
    public init(stringLiteral value: String) { self.init(value) }

    /// As it was written.
    public var description: String { text }

    /// Without regard to case.
    public static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }
    /// Without regard to case.
    public static func < (left: Self, right: Self) -> Bool { left.folded < right.folded }
    /// Without regard to case.
    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
