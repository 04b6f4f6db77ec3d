/// The layout of a value as text.
public enum JSONLayout: Hashable, Sendable {
    /// One line without spaces.
    case compact
    /// A line for each element, indented by two spaces for each level.
    case pretty
    /// Like ``pretty``, but an array or object without nested ones is on one line if it fits in 100 columns. Lists of strings keep one line
    /// for each.
    case rows
}

/// Prints values as text. Non-ASCII characters stay as they are; only the characters that RFC 8259 section 7 requires, and DEL, are
/// escaped.
struct JSONPrinter {
    private(set) var bytes: [UInt8] = []
    let layout: JSONLayout
    /// The beginning of each line at the outermost level.
    var margin = ""
    /// The text that each level adds to the margin.
    var indentation = "  "
    var lineEnd = "\n"

    /// Appends the value. Lines after the first are indented by `depth` levels.
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

    /// Appends the text unchanged.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends the name, the colon and the value.
    mutating func write(_ member: JSONMember, depth: Int) {
        writeString(member.name)
        bytes.append(UInt8(ascii: ":"))
        if layout != .compact { bytes.append(UInt8(ascii: " ")) }
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
        writeList(elements, UInt8(ascii: "["), UInt8(ascii: "]"), depth) { $0.write($1, depth: depth + 1) }
    }

    private mutating func writeObject(_ object: JSONObject, _ depth: Int) {
        if layout == .rows, let line = OneLine.text(of: object) { return write(line) }
        writeList(object.members, UInt8(ascii: "{"), UInt8(ascii: "}"), depth) { $0.write($1, depth: depth + 1) }
    }

    private mutating func writeList<Element>(
        _ elements: [Element], _ open: UInt8, _ close: UInt8, _ depth: Int, each: (inout JSONPrinter, Element) -> Void
    ) {
        bytes.append(open)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if layout != .compact { breakLine(depth + 1) }
            each(&self, element)
        }
        if layout != .compact, !elements.isEmpty { breakLine(depth) }
        bytes.append(close)
    }

    /// Appends the string in quotes.
    mutating func writeString(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { writeEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends the bytes between escaped ones as a whole; most strings have none.
    private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in text.indices where Self.isEscaped(text[index]) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            writeEscape(text[index])
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func writeEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x08: write("\\b")
        case 0x09: write("\\t")
        case 0x0A: write("\\n")
        case 0x0C: write("\\f")
        case 0x0D: write("\\r")
        default: write((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16))
        }
    }
}

/// The arrays and objects that the `rows` layout prints on one line.
enum OneLine {
    /// The maximum length of a line in bytes, without its margin.
    static let width = 100

    /// The array on one line; nil if it holds nested arrays or objects, is a list of strings, or is too long.
    static func text(of elements: [JSONValue]) -> String? {
        guard elements.allSatisfy(\.isPlain), !elements.contains(where: { $0.string != nil }) else { return nil }
        return fitting("[" + elements.map(\.compactText).joined(separator: ", ") + "]")
    }

    /// The object on one line; nil if it is too deep or too long.
    static func text(of object: JSONObject) -> String? {
        guard !object.isEmpty else { return "{}" }
        guard object.allSatisfy({ isPlain($0.value) }) else { return nil }
        return fitting(
            "{ " + object.map { JSONValue.string($0.name).compactText + ": " + plainText($0.value) }.joined(separator: ", ") + " }")
    }

    private static func fitting(_ line: String) -> String? { line.utf8.count <= width ? line : nil }

    /// A member of a one-line object may be a list that fits on one line.
    private static func isPlain(_ value: JSONValue) -> Bool { value.isPlain || value.array.map { text(of: $0) != nil } ?? false }

    private static func plainText(_ value: JSONValue) -> String { value.array.flatMap { text(of: $0) } ?? value.compactText }
}

extension JSONValue {
    /// True unless the value is an array or object.
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}

extension JSONValue {
    /// The value as UTF-8 text, without a line ending at the end.
    public func bytes(_ layout: JSONLayout) -> [UInt8] {
        var printer = JSONPrinter(layout: layout)
        printer.write(self)
        return printer.bytes
    }

    /// The value on one line, without spaces.
    public var compactBytes: [UInt8] { bytes(.compact) }

    /// A line for each element, indented by two spaces for each level, with a line ending at the end.
    public var prettyBytes: [UInt8] { bytes(.pretty) + [UInt8(ascii: "\n")] }

    /// The value on one line, without spaces.
    public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

    /// A line for each element, indented by two spaces for each level, with a line ending at the end.
    public var prettyText: String { String(decoding: prettyBytes, as: UTF8.self) }
}

/// A string of JSON with characters in place of its escapes (RFC 8259, section 7), for readers that find their values in the bytes. Unlike the
/// parser, it takes any bytes.
package struct JSONEscapes {
    /// The bytes without escapes.
    package private(set) var decoded: [UInt8] = []
    /// False if an escape stands for no character, as half of a surrogate pair; U+FFFD takes its place.
    package private(set) var isWhole = true

    /// Decodes the bytes between the quotes of a string.
    package init(decoding raw: Slice<UnsafeRawBufferPointer>) {
        decoded.reserveCapacity(raw.count)
        var rest = raw
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                decoded.append(byte)
                continue
            }
            if letter == UInt8(ascii: "u") { appendUnit(&rest) } else { decoded.append(Self.plain(letter) ?? letter) }
        }
    }

    /// The character of an escape of one letter; nil for letters without one.
    static func plain(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private mutating func appendUnit(_ rest: inout Slice<UnsafeRawBufferPointer>) {
        let first = Self.unit(&rest)
        var scalar = first.flatMap { Unicode.Scalar($0) }
        if let first, UTF16.isLeadSurrogate(first), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            var next = rest.dropFirst(2)
            if let second = Self.unit(&next), UTF16.isTrailSurrogate(second) {
                scalar = UTF16.decode(UTF16.EncodedScalar([first, second]))
                rest = next
            }
        }
        isWhole = isWhole && scalar != nil
        decoded.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
    }

    /// The number of the four digits that are next; nil if they are no digits.
    private static func unit(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt16? {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
