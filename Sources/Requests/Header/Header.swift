public import HTTP

/// The fields of a request or an answer, in order, duplicates kept.
///
/// The library that this follows joined duplicates with commas in an unordered dictionary, which breaks `Set-Cookie`. Here they stay
/// apart, and the subscript joins them for reading only.
public struct Header: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// In order.
    public private(set) var fields: [Field]

    /// A header of these fields.
    public init(_ fields: [Field]) { self.fields = fields }

    /// A header of these fields.
    public init(_ fields: Field...) { self.fields = fields }

    /// A header of these fields.
    public init(arrayLiteral elements: Field...) { fields = elements }

    /// Without any field.
    public static var empty: Header { Header([]) }

    /// True without any field.
    public var isEmpty: Bool { fields.isEmpty }

    /// By name as written first; values of one name joined with commas.
    public var dictionaryValue: [String: String] {
        fields.reduce(into: [:]) { dictionary, field in
            let first = fields.first { $0.name == field.name } ?? field
            dictionary["\(first.name)"] = self[field.name]
        }
    }

    /// Puts a field at the end, beside others of its name.
    public mutating func add(_ field: Field) { fields.append(field) }

    /// Leaves exactly this field of its name: where the first stood, else at the end.
    public mutating func set(_ field: Field) {
        guard let index = fields.firstIndex(where: { $0.name == field.name }) else { return add(field) }
        fields[index] = field
        fields = fields.enumerated().filter { $0.offset <= index || $0.element.name != field.name }.map(\.element)
    }

    /// Removes every field of that name.
    /// - Returns: one field with all their values, or nil when there was none.
    @discardableResult
    public mutating func remove(_ name: Field.Name) -> Field? {
        let removed = self[name].map { Field(name: name, value: $0) }
        fields.removeAll { $0.name == name }
        return removed
    }

    /// True when a field has that name.
    public func contains(_ name: Field.Name) -> Bool { fields.contains { $0.name == name } }

    /// The values of that name joined with commas; setting replaces them all, nil removes them.
    public subscript(_ name: Field.Name) -> String? {
        get {
            let values = fields.filter { $0.name == name }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            if let newValue { set(Field(name: name, value: newValue)) } else { remove(name) }
        }
    }

    /// The names only: values can be secrets.
    public var description: String { fields.map { "\($0.name)" }.joined(separator: ", ") }

    /// The same fields for the core.
    public var httpHeaders: HTTPHeaders {
        HTTPHeaders(fields.map { HTTPHeaderField(name: "\($0.name)", value: $0.value) })
    }
}
