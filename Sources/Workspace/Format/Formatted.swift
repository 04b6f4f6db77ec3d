import JSON

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
}

extension Field {
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
