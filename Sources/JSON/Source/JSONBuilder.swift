/// What the parser makes of a text: plain values, or values with their places.
protocol JSONBuilder {
    associatedtype Output

    /// A value without parts that stands at `range`.
    static func scalar(_ value: JSONValue, at range: Range<Int>) -> Output
    /// An array.
    static func array(_ elements: [Output], at range: Range<Int>) -> Output
    /// An object; `names` holds the name of each value and where it stands, quotes included.
    static func object(_ names: [(text: String, range: Range<Int>)], _ values: [Output], at range: Range<Int>) -> Output
}

/// Builds plain values.
enum JSONValueBuilder: JSONBuilder {
    static func scalar(_ value: JSONValue, at range: Range<Int>) -> JSONValue { value }

    static func array(_ elements: [JSONValue], at range: Range<Int>) -> JSONValue { .array(elements) }

    static func object(_ names: [(text: String, range: Range<Int>)], _ values: [JSONValue], at range: Range<Int>) -> JSONValue {
        .object(JSONObject(zip(names, values).map { JSONMember($0.text, $1) }))
    }
}
