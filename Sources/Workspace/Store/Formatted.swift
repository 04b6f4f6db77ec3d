public import JSON

/// A type that is written as a JSON object, one member for each field that differs from the default.
protocol Formatted: Hashable, Sendable {
    /// The default, of which nothing is written.
    static var blank: Self { get }
    /// In the order that they are written in.
    static var fields: [Field<Self>] { get }
}

/// A property with its name in the file.
struct Field<Root: Hashable & Sendable>: Sendable {
    /// The member's name.
    let name: String
    let read: @Sendable (JSONValue, JSONPointer, inout Root) throws(FormatError) -> Void
    /// What is written; nil for the default.
    let write: @Sendable (Root) -> JSONValue?

    /// A property that one coder reads and writes.
    init<Value>(_ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable, _ coder: Coder<Value>)
    where Root: Formatted {
        let fallback = coder.encode(Root.blank[keyPath: property])
        self.name = name
        read = { value, pointer, root throws(FormatError) in root[keyPath: property] = try coder.decode(value, pointer) }
        write = { root in
            let value = coder.encode(root[keyPath: property])
            return value == fallback ? nil : value
        }
    }

    /// A member that says by itself how it is read and written.
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
    /// Reads an object. What is missing keeps its default; what the type does not know is passed over.
    init(json value: JSONValue, at pointer: JSONPointer = JSONPointer()) throws(FormatError) {
        guard let object = value.object else { throw .expected("an object", found: value, at: pointer) }
        self = .blank
        for field in Self.fields {
            guard let value = object[field.name] else { continue }
            try field.read(value, pointer.appending(.member(field.name)), &self)
        }
    }

    /// The object that is written.
    var json: JSONValue {
        .object(JSONObject(Self.fields.compactMap { field in field.write(self).map { JSONMember(field.name, $0) } }))
    }
}

/// A value in a file that is not what the format says.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the document.
    public var pointer: JSONPointer
    /// What was expected there and what was found, as a sentence.
    public var message: String

    /// A fault at a place.
    public init(at pointer: JSONPointer, _ message: String) {
        self.pointer = pointer
        self.message = message
    }

    /// Another kind of value than the format says.
    static func expected(_ expected: String, found value: JSONValue, at pointer: JSONPointer) -> FormatError {
        FormatError(at: pointer, "Expected \(expected), found \(value.kindDescription).")
    }

    /// The pointer and the message.
    public var description: String { "\(pointer): \(message)" }
}
