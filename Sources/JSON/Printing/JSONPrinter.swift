/// Writes values as text. Non-ASCII stays as it is; only what RFC 8259 (7) demands is escaped, and the delete character.
struct JSONPrinter {
    private(set) var bytes: [UInt8] = []
    let layout: JSONLayout
    /// What a line of the outermost level begins with.
    var margin = ""
    /// What one level adds to it.
    var indentation = "  "
    /// What ends a line.
    var lineEnd = "\n"

    init(_ layout: JSONLayout) { self.layout = layout }

    /// Appends the value; `depth` is how far the lines after its first are indented.
    mutating func write(_ value: JSONValue, depth: Int = 0) {
        switch value {
        case .null: write("null")
        case .bool(let value): write(value ? "true" : "false")
        case .number(let value): write(value.text)
        case .string(let value): writeString(value)
        case .array(let elements): writeArray(elements, depth)
        case .object(let object): writeObject(object, depth)
        }
    }

    /// Appends text as it is.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends the name, the colon and the value.
    mutating func write(_ member: JSONMember, depth: Int) {
        writeString(member.name)
        write(layout == .compact ? ":" : ": ")
        write(member.value, depth: depth)
    }

    /// Appends a line break and the indentation of that depth.
    mutating func breakLine(_ depth: Int) {
        write(lineEnd)
        write(margin)
        for _ in 0..<depth { write(indentation) }
    }

    private mutating func writeArray(_ elements: [JSONValue], _ depth: Int) {
        if layout == .rows, let line = OneLine.text(of: elements) { return write(line) }
        writeList(elements, "[", "]", depth) { $0.write($1, depth: depth + 1) }
    }

    private mutating func writeObject(_ object: JSONObject, _ depth: Int) {
        if layout == .rows, let line = OneLine.text(of: object) { return write(line) }
        writeList(object.members, "{", "}", depth) { $0.write($1, depth: depth + 1) }
    }

    private mutating func writeList<Element>(
        _ elements: [Element], _ open: String, _ close: String, _ depth: Int, each: (inout JSONPrinter, Element) -> Void
    ) {
        write(open)
        for (index, element) in elements.enumerated() {
            if index > 0 { write(",") }
            if layout != .compact { breakLine(depth + 1) }
            each(&self, element)
        }
        if layout != .compact, !elements.isEmpty { breakLine(depth) }
        write(close)
    }
}

extension JSONPrinter {
    /// Appends the string in quotes.
    mutating func writeString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F: writeEscape(byte)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscape(_ byte: UInt8) {
        switch byte {
        case 0x08: write("\\b")
        case 0x09: write("\\t")
        case 0x0A: write("\\n")
        case 0x0C: write("\\f")
        case 0x0D: write("\\r")
        default: write((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16))
        }
    }
}
