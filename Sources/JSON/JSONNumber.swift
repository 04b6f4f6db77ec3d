/// A number with the digits it was written with, so that no precision is lost on the way.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits: `-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?` (RFC 8259, 6).
    public let text: String

    /// Takes digits that the parser has validated.
    init(checked text: String) { self.text = text }

    /// Takes digits; nil if they are not a JSON number.
    public init?(_ text: String) {
        guard case .number(let number) = try? JSONValue(parsing: Array(text.utf8)), number.text == text else { return nil }
        self = number
    }

    /// A whole number.
    public init(_ value: Int) { text = String(value) }

    /// The shortest digits that give the same `Double`, without a fraction if it is whole; nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = Int(exactly: value).map(String.init) ?? "\(value)"
    }

    /// The digits.
    public var description: String { text }

    /// The value if it is whole and in range, in any notation (`10`, `1e1`); nil otherwise.
    public var integer: Int? { Int(text) ?? Int(exactly: double) }

    /// The nearest `Double`; infinite if the number is too large.
    public var double: Double { Double(text) ?? .nan }
}
