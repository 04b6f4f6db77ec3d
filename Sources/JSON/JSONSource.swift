/// A JSON text with its value and the position of every part, for edits that leave the rest of the text unchanged.
public struct JSONSource: Hashable, Sendable {
    /// The original text.
    public let bytes: [UInt8]
    /// The value of the text.
    public var value: JSONValue { root.value }
    let root: JSONNode

    /// Parses a whole JSON text.
    ///
    /// - Throws: a `JSONError` with the position of the first error, or the limit that was exceeded.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self.bytes = bytes
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                var parser = JSONParser<JSONNodeBuilder>(buffer, limits: limits)
                return try parser.document()
            }
        }
        root = try result.get()
    }

    /// The position of the value at the pointer, or of its nearest ancestor if it does not exist.
    public func position(of pointer: JSONPointer) -> JSONPosition {
        var node = root
        for step in pointer.steps {
            guard let next = node.child(at: step) else { break }
            node = next
        }
        return JSONPosition(offset: node.range.lowerBound, in: bytes)
    }

    /// The members whose name occurs earlier in the same object, with the positions of their names.
    public var repeatedMembers: [(pointer: JSONPointer, position: JSONPosition)] {
        var found: [(pointer: JSONPointer, position: JSONPosition)] = []
        var waiting = [(node: root, pointer: JSONPointer())]
        while let (node, pointer) = waiting.popLast() {
            let names = node.value.memberNames
            var known: Set<[UInt8]> = []
            for (index, child) in node.children.enumerated() {
                let name = names.isEmpty ? nil : names[index]
                let step = name.map(JSONPointer.Step.member) ?? .element(index)
                waiting.append((child, pointer.appending(step)))
                guard let name, !known.insert(Array(name.utf8)).inserted else { continue }
                found.append((pointer.appending(step), JSONPosition(offset: node.names[index].lowerBound, in: bytes)))
            }
        }
        return found.sorted { $0.position.offset < $1.position.offset }
    }

    /// The text with the root value changed to `value`. Unchanged parts keep their bytes; new parts are printed in rows with the
    /// indentation of the text.
    public func bytes(changedTo value: JSONValue) -> [UInt8] {
        guard value != root.value else { return bytes }
        let text = JSONRewriter(source: self).text(of: root, changedTo: value, margin: "")
        return Array(bytes[..<root.range.lowerBound]) + text + bytes[root.range.upperBound...]
    }

    /// The bytes between a child and the one before it, or the opening bracket.
    fileprivate func gap(before index: Int, of node: JSONNode) -> ArraySlice<UInt8> {
        let start = index == 0 ? node.range.lowerBound + 1 : node.extent(ofChild: index - 1).upperBound
        return bytes[start..<node.extent(ofChild: index).lowerBound]
    }

    /// The margin of the lines of the node's children; nil if the first child is on the line of the bracket.
    fileprivate func margin(within node: JSONNode) -> String? {
        guard !node.children.isEmpty else { return nil }
        let gap = gap(before: 0, of: node)
        return gap.lastIndex(of: UInt8(ascii: "\n")).map { String(decoding: gap[(gap.index(after: $0))...], as: UTF8.self) }
    }
}

/// A value with its range in the text.
struct JSONNode: Hashable, Sendable {
    let value: JSONValue
    /// From the first byte of the value to one past its last.
    let range: Range<Int>
    /// The ranges of the names of an object's members, quotes included.
    var names: [Range<Int>] = []
    /// The values of the members, or the elements.
    var children: [JSONNode] = []

    /// The child at the end of a pointer's step.
    func child(at step: JSONPointer.Step) -> JSONNode? {
        switch (step, value) {
        case (.element(let index), .array): children.indices.contains(index) ? children[index] : nil
        case (.member(let name), .object(let object)): object.members.lastIndex { $0.name == name }.map { children[$0] }
        default: nil
        }
    }

    /// The range of the child, its name included.
    func extent(ofChild index: Int) -> Range<Int> {
        let end = children[index].range.upperBound
        return (names.isEmpty ? children[index].range.lowerBound : names[index].lowerBound)..<end
    }
}

/// Builds values with their ranges.
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

/// Writes a changed value over an old text.
private struct JSONRewriter {
    let source: JSONSource
    private let indentation: String
    private let lineEnd: String

    init(source: JSONSource) {
        self.source = source
        let first = source.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
        lineEnd = first > 0 && source.bytes[first - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
        let margin = source.margin(within: source.root) ?? ""
        indentation = margin.isEmpty ? "  " : margin
    }

    /// The text of the node, changed to `value`; `margin` is the indentation of its line.
    func text(of node: JSONNode, changedTo value: JSONValue, margin: String) -> [UInt8] {
        if node.value == value { return Array(source.bytes[node.range]) }
        let children: [NewChild]
        switch (node.value, value) {
        case (.object(let old), .object(let new)):
            let sources = Alignment.sources(of: new.map { Array($0.name.utf8) }, in: old.map { Array($0.name.utf8) }, pairsChanged: false)
            children = zip(sources, new).map { NewChild(source: $0, name: $1.name, value: $1.value) }
        case (.array(let old), .array(let new)):
            children = zip(Alignment.sources(of: new, in: old), new).map { NewChild(source: $0, name: nil, value: $1) }
        default: return printed(value, margin)
        }
        guard !children.isEmpty, !node.children.isEmpty else { return printed(value, margin) }
        let result = list(children, of: node, margin)
        // A one-line value that no longer fits is printed again. If the user broke it elsewhere, or has longer lines, that layout is kept.
        return fitsLine(source.bytes[node.range]) && !fitsLine(result[...]) ? printed(value, margin) : result
    }

    private func fitsLine(_ text: ArraySlice<UInt8>) -> Bool { text.count <= OneLine.width && !text.contains(UInt8(ascii: "\n")) }

    /// An element or a member of the changed value, with the index of the old child that it comes from.
    private struct NewChild {
        let source: Int?
        let name: String?
        let value: JSONValue
    }

    private func list(_ children: [NewChild], of node: JSONNode, _ margin: String) -> [UInt8] {
        let inner = source.margin(within: node) ?? margin
        var result = [source.bytes[node.range.lowerBound]]
        var previous: Int?
        for (index, child) in children.enumerated() {
            result += index == 0 ? source.gap(before: 0, of: node) : separator(before: child.source, after: previous, in: node)
            result += text(of: child, in: node, inner)
            previous = child.source
        }
        return result + source.bytes[node.extent(ofChild: node.children.count - 1).upperBound..<node.range.upperBound]
    }

    private func text(of child: NewChild, in node: JSONNode, _ margin: String) -> [UInt8] {
        if let index = child.source {
            let old = node.children[index]
            let name = source.bytes[node.extent(ofChild: index).lowerBound..<old.range.lowerBound]
            return name + text(of: old, changedTo: child.value, margin: margin)
        }
        guard let name = child.name else { return printed(child.value, margin) }
        var printer = printer(margin)
        printer.write(JSONMember(name, child.value), depth: 0)
        return printer.bytes
    }

    /// The comma and the space between two children: the old separator if both stood there, otherwise one like the first.
    private func separator(before source: Int?, after previous: Int?, in node: JSONNode) -> ArraySlice<UInt8> {
        if let source, source > 0, previous == source - 1 { return self.source.gap(before: source, of: node) }
        if node.children.count > 1 { return self.source.gap(before: 1, of: node) }
        let isLine = self.source.margin(within: node) == nil
        return [UInt8(ascii: ",")] + (isLine ? [UInt8(ascii: " ")] : self.source.gap(before: 0, of: node))
    }

    private func printed(_ value: JSONValue, _ margin: String) -> [UInt8] {
        var printer = printer(margin)
        printer.write(value)
        return printer.bytes
    }

    private func printer(_ margin: String) -> JSONPrinter {
        var printer = JSONPrinter(layout: .rows)
        printer.margin = margin
        printer.indentation = indentation
        printer.lineEnd = lineEnd
        return printer
    }
}
