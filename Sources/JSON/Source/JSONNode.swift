/// A value with the bytes that it stands at.
struct JSONNode: Hashable, Sendable {
    let value: JSONValue
    /// From the first byte of the value to one past its last.
    let range: Range<Int>
    /// Where the names of an object's members stand, quotes included.
    var names: [Range<Int>] = []
    /// The values of the members, or the elements.
    var children: [JSONNode] = []

    /// The child that a pointer's step leads to.
    func child(at step: JSONPointer.Step) -> JSONNode? {
        switch (step, value) {
        case (.element(let index), .array): children.indices.contains(index) ? children[index] : nil
        case (.member(let name), .object(let object)): object.members.lastIndex { $0.name == name }.map { children[$0] }
        default: nil
        }
    }

    /// From the first byte of the child, its name included, to one past its last.
    func extent(ofChild index: Int) -> Range<Int> {
        let end = children[index].range.upperBound
        return (names.isEmpty ? children[index].range.lowerBound : names[index].lowerBound)..<end
    }
}

/// Builds values with their places.
enum JSONNodeBuilder: JSONBuilder {
    static func scalar(_ value: JSONValue, at range: Range<Int>) -> JSONNode { JSONNode(value: value, range: range) }

    static func array(_ elements: [JSONNode], at range: Range<Int>) -> JSONNode {
        JSONNode(value: .array(elements.map(\.value)), range: range, children: elements)
    }

    static func object(_ names: [(text: String, range: Range<Int>)], _ values: [JSONNode], at range: Range<Int>) -> JSONNode {
        let members = zip(names, values).map { JSONMember($0.text, $1.value) }
        return JSONNode(value: .object(JSONObject(members)), range: range, names: names.map(\.range), children: values)
    }
}
