import HTTP
import JSON

/// Reads and writes values of one type in JSON.
struct Coder<Value: Sendable>: Sendable {
    /// Reads a value; the pointer is its position, for errors.
    let decode: @Sendable (JSONValue, JSONPointer) throws(FormatError) -> Value
    /// Writes a value.
    let encode: @Sendable (Value) -> JSONValue

    /// A coder for one kind of JSON value; `expected` names it with its article.
    init(_ expected: String, _ read: @escaping @Sendable (JSONValue) -> Value?, _ write: @escaping @Sendable (Value) -> JSONValue) {
        decode = { value, pointer throws(FormatError) in
            guard let result = read(value) else { throw .expected(expected, found: value, at: pointer) }
            return result
        }
        encode = write
    }

    /// A coder of two functions.
    init(
        decode: @escaping @Sendable (JSONValue, JSONPointer) throws(FormatError) -> Value, encode: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.decode = decode
        self.encode = encode
    }

    /// The value, or nil for `null`.
    var optional: Coder<Value?> {
        Coder<Value?>(
            decode: { value, pointer throws(FormatError) in value.isNull ? nil : try decode(value, pointer) },
            encode: { $0.map(encode) ?? .null })
    }

    /// An array of values.
    var list: Coder<[Value]> {
        Coder<[Value]>(
            decode: { value, pointer throws(FormatError) in
                guard let elements = value.array else { throw .expected("an array", found: value, at: pointer) }
                var result: [Value] = []
                result.reserveCapacity(elements.count)
                for (index, element) in elements.enumerated() {
                    result.append(try decode(element, pointer.appending(.element(index))))
                }
                return result
            },
            encode: { .array($0.map(encode)) })
    }
}

extension Coder where Value == String {
    static let string = Coder("a string", \.string) { .string($0) }

    /// Long text as an array of its lines; a single string is read as well.
    static let lines = Coder(
        "a string or an array of strings",
        { value in value.string ?? value.array.flatMap(joined) },
        { text in .array(text.utf8.split(separator: newline, omittingEmptySubsequences: false).map { .string(String(Substring($0))) }) })

    private static let newline = UInt8(ascii: "\n")

    private static func joined(_ lines: [JSONValue]) -> String? {
        let texts = lines.compactMap(\.string)
        return texts.count == lines.count ? texts.joined(separator: "\n") : nil
    }
}

extension Coder where Value == Bool {
    /// A boolean.
    static let flag = Coder("true or false", \.bool) { .bool($0) }
}

extension Coder where Value == Int {
    static let integer = Coder("a whole number", \.integer) { .number($0) }
}

extension Coder where Value == Double {
    /// A timeout in seconds.
    static let seconds = Coder(
        "a number of seconds up to \(Int(Seconds.longestTimeout))",
        { $0.double.flatMap { Seconds($0, maximum: Seconds.longestTimeout)?.value } }
    ) {
        JSONNumber($0).map(JSONValue.number) ?? .null
    }
}

extension Coder where Value == JSONValue {
    static let any = Coder("a value", { $0 }, { $0 })
}

extension Coder where Value: Formatted {
    /// An object with the type's fields.
    static var object: Coder {
        Coder(decode: { value, pointer throws(FormatError) in try Value(json: value, at: pointer) }, encode: \.json)
    }
}

extension Coder where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the type's raw values.
    static var choice: Coder {
        let names = Value.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        return Coder("one of \(names)", { $0.string.flatMap(Value.init) }, { .string($0.rawValue) })
    }
}
