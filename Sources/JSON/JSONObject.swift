/// The members of an object in order. If several have the same name, the last one counts (as in ECMAScript).
public struct JSONObject: Hashable, Sendable {
    /// All members in order.
    public var members: [JSONMember]

    /// An object with these members; empty by default.
    public init(_ members: [JSONMember] = []) { self.members = members }

    /// The value of the last member with that name.
    ///
    /// Setting a value replaces it in place or appends a member; setting nil removes all members with that name.
    public subscript(name: String) -> JSONValue? {
        get { members.last { $0.name == name }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.name == name } }
            if let index = members.lastIndex(where: { $0.name == name }) {
                members[index].value = newValue
            } else {
                members.append(JSONMember(name, newValue))
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Members in order, duplicates included.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { JSONMember($0.0, $0.1) }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The first member's position.
    public var startIndex: Int { members.startIndex }
    /// One past the last member's position.
    public var endIndex: Int { members.endIndex }
    /// The member at that position.
    public subscript(position: Int) -> JSONMember { members[position] }
}

/// One member of an object.
public struct JSONMember: Hashable, Sendable {
    /// The name, with escapes decoded.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// A member with a name and a value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
