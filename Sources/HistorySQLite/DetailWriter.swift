import HTTP
import JSON
import Platform

/// Writes the JSON of an exchange byte by byte. Building a tree of values first takes three times as long, which matters in long runs.
///
/// Members with nothing in them are left out, like those of ``JSON/JSONValue/stored(_:)``.
struct DetailWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(4096) }

    mutating func object(_ content: (inout DetailWriter) -> Void) { wrapped("{", "}", content) }

    mutating func array(_ content: (inout DetailWriter) -> Void) { wrapped("[", "]", content) }

    /// Writes the name of a member; its value must follow.
    mutating func name(_ name: StaticString) {
        begin()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(contentsOf: "\":".utf8)
    }

    mutating func string(_ text: String) {
        begin()
        var text = text
        let isPlain = text.withUTF8 { $0.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0x7F } }
        guard isPlain else { return bytes.append(contentsOf: JSONValue.string(text).compactBytes) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func number(_ number: Int) {
        begin()
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func value(_ value: JSONValue) {
        begin()
        bytes.append(contentsOf: value.compactBytes)
    }

    private mutating func wrapped(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ content: (inout DetailWriter) -> Void) {
        begin()
        bytes.append(UInt8(ascii: open))
        content(&self)
        bytes.append(UInt8(ascii: close))
    }

    /// Writes a comma, except after the beginning of a container or the name of a member.
    private mutating func begin() {
        guard let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "["), last != UInt8(ascii: ":") else { return }
        bytes.append(UInt8(ascii: ","))
    }
}

// MARK: Members

extension DetailWriter {
    mutating func member(_ name: StaticString, _ text: String) {
        guard !text.isEmpty else { return }
        self.name(name)
        string(text)
    }

    /// Writes a member with a number; zero is left out.
    mutating func member(_ name: StaticString, _ number: Int) {
        guard number != 0 else { return }
        self.name(name)
        self.number(number)
    }

    mutating func member(_ name: StaticString, _ value: JSONValue?) {
        guard let value else { return }
        self.name(name)
        self.value(value)
    }

    /// Writes a member with bytes in Base64.
    mutating func member(_ name: StaticString, base64 bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        self.name(name)
        string(Data(bytes).base64EncodedString())
    }

    /// Writes a member with whole microseconds; nil is left out, zero is not.
    mutating func member(_ name: StaticString, _ duration: Duration?) {
        guard let duration else { return }
        self.name(name)
        number(Int(duration / .microseconds(1)))
    }

    mutating func member(_ name: StaticString, _ texts: [String]) { list(name, texts) { $0.string($1) } }

    /// Writes a member with pairs of name and value, in order.
    mutating func member(_ name: StaticString, _ fields: [HTTPHeaderField]) {
        list(name, fields) { writer, field in
            writer.array {
                $0.string(field.name)
                $0.string(field.value)
            }
        }
    }

    mutating func list<Element>(_ name: StaticString, _ elements: [Element], _ write: (inout DetailWriter, Element) -> Void) {
        guard !elements.isEmpty else { return }
        self.name(name)
        array { for element in elements { write(&$0, element) } }
    }

    mutating func object(_ name: StaticString, _ content: (inout DetailWriter) -> Void) {
        self.name(name)
        object(content)
    }
}
