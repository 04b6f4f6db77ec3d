public import JSON

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
