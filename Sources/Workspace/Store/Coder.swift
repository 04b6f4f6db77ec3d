import HTTP
public import JSON

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

/// A type that is written as a JSON object, with a member for each field that differs from its default.
protocol Formatted: Hashable, Sendable {
    /// The defaults, which are not written.
    static var blank: Self { get }
    /// The fields in the order in which they are written.
    static var fields: [Field<Self>] { get }
}

/// A property and its name in the file.
struct Field<Root>: Sendable {
    /// The member's name.
    let name: String
    let read: @Sendable (JSONValue, JSONPointer, inout Root) throws(FormatError) -> Void
    /// Writes the value; nil if it is the default.
    let write: @Sendable (Root) -> JSONValue?

    /// A property that a coder reads and writes.
    init<Value: Equatable>(_ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable, _ coder: Coder<Value>)
    where Root: Formatted {
        let fallback = Root.blank[keyPath: property]
        self.name = name
        read = { value, pointer, root throws(FormatError) in root[keyPath: property] = try coder.decode(value, pointer) }
        write = { root in
            let value = root[keyPath: property]
            guard value != fallback else { return nil }
            let written = coder.encode(value)
            return written == coder.encode(fallback) ? nil : written
        }
    }

    /// A member with its own functions.
    init(
        _ name: String, read: @escaping @Sendable (JSONValue, JSONPointer, inout Root) throws(FormatError) -> Void,
        write: @escaping @Sendable (Root) -> JSONValue?
    ) {
        self.name = name
        self.read = read
        self.write = write
    }
}

extension Formatted {
    /// Reads an object. Missing members keep their defaults; unknown ones are ignored.
    init(json value: JSONValue, at pointer: JSONPointer = JSONPointer()) throws(FormatError) {
        guard let object = value.object else { throw .expected("an object", found: value, at: pointer) }
        self = .blank
        for field in Self.fields {
            guard let value = object[field.name] else { continue }
            try field.read(value, pointer.appending(.member(field.name)), &self)
        }
    }

    /// The object.
    var json: JSONValue {
        // Most objects within others are blank, and are written without their table of fields.
        guard self != .blank else { return .object(JSONObject([])) }
        return .object(JSONObject(Self.fields.compactMap { field in field.write(self).map { JSONMember(field.name, $0) } }))
    }
}

/// A value in a file that does not conform to the format.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position in the document.
    public var pointer: JSONPointer
    /// The expected and the found value, as a sentence.
    public var message: String

    /// An error at a position.
    public init(at pointer: JSONPointer, _ message: String) {
        self.pointer = pointer
        self.message = message
    }

    /// A value of the wrong kind.
    static func expected(_ expected: String, found value: JSONValue, at pointer: JSONPointer) -> FormatError {
        FormatError(at: pointer, "Expected \(expected), found \(value.kindDescription).")
    }

    /// The pointer and the message.
    public var description: String { "\(pointer): \(message)" }
}
