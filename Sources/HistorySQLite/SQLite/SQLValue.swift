/// What is bound to a parameter of a statement.
enum SQLValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// NULL where there is no text.
    static func text(orNull text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }

    /// NULL where there is no number.
    static func integer(orNull number: Int?) -> SQLValue { number.map { .integer(Int64($0)) } ?? .null }

    /// 1 or 0.
    static func flag(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }
}
