/// The members of an object in order; several may have the same name, and then the last one counts (as in ECMAScript).
public struct JSONObject: Hashable, Sendable {
    /// All members in order.
    public var members: [JSONMember]

    /// Takes members; none unless said otherwise.
    public init(_ members: [JSONMember] = []) { self.members = members }

    /// The value of the last member of that name.
    ///
    /// Setting replaces it where it stands or adds it at the end; nil removes all members of that name.
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
    /// Its name, escapes decoded.
    public var name: String
    /// Its value.
    public var value: JSONValue

    /// Takes a name and a value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}
