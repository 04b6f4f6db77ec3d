extension JSONValue {
    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The truth value; nil for another kind.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The number; nil for another kind.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The number where it is whole and fits; nil otherwise.
    public var integer: Int? { number?.integer }

    /// The nearest `Double` to the number; nil for another kind.
    public var double: Double? { number?.double }

    /// The string; nil for another kind.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements; nil for another kind.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members; nil for another kind.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The names of an object's members in order, duplicates included; none for another kind.
    public var memberNames: [String] { object?.map(\.name) ?? [] }

    /// The member of that name, the last where there are several; nil where there is none or this is no object.
    ///
    /// Setting replaces that member or adds one at the end, and nil removes all of that name; it turns `null` into an object and does
    /// nothing to other kinds.
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        set {
            switch self {
            case .object(var members):
                self = .null  // Gives up its reference, so that the change is made in place.
                members[name] = newValue
                self = .object(members)
            case .null: if let newValue { self = .object([(name, newValue)]) }
            default: return
            }
        }
    }

    /// The element at that index; nil where there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The kind as people call it, with its article: `an object`, `a string`.
    public var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
