/// A JSON value as it is written: objects keep the order and the duplicates of their members, numbers keep their digits.
///
/// Two values are equal when they print alike: `1` and `1.0` differ, and so do objects whose members stand in another order.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its digits.
    case number(JSONNumber)
    /// A string, its escapes decoded.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Named values in order.
    case object(JSONObject)

    /// A number.
    public static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// An object of these members, duplicates included.
    public static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { JSONMember($0.0, $0.1) }))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value on one line.
    public var description: String { compactText }
}
