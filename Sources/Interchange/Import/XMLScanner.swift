/// Splits a text into the tokens of XML 1.0, and checks that tags match. Entities and names are not checked.
struct XMLScanner {
    private let bytes: [UInt8]
    private var offset = 0
    private var open: [(name: String, offset: Int)] = []
    private var hasRoot = false
    private(set) var tokens: [XMLToken] = []

    /// The tokens of a well-formed document.
    static func tokens(of bytes: [UInt8]) throws(XMLError) -> [XMLToken] {
        var scanner = XMLScanner(bytes: bytes)
        try scanner.run()
        return scanner.tokens
    }

    private mutating func run() throws(XMLError) {
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "<") { try markup() } else { try text() }
        }
        if let last = open.last { throw XMLError(offset: last.offset, message: "<\(last.name)> is never closed") }
        if !hasRoot { throw XMLError(offset: bytes.count, message: "there is no element") }
    }

    private mutating func text() throws(XMLError) {
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") {
            if bytes[offset] == UInt8(ascii: "&") { try entity() }
            offset += 1
        }
        let isBlank = bytes[start..<offset].allSatisfy { $0 <= 0x20 }
        if open.isEmpty, !isBlank, !(start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])), !isVariable(start) {
            throw XMLError(offset: start, message: "there is text outside of the root element")
        }
        tokens.append(XMLToken(kind: .text, range: start..<offset))
    }

    private func isVariable(_ start: Int) -> Bool { bytes[start..<offset].starts(with: Array("{{".utf8)) }

    private func entity() throws(XMLError) {
        let end = bytes[offset...].prefix(64).firstIndex(of: UInt8(ascii: ";"))
        let name = bytes[(offset + 1)..<(end ?? offset + 1)]
        let isName = !name.isEmpty && name.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
        guard isName else { throw XMLError(offset: offset, message: "a bare & must be written as &amp;") }
    }

    private mutating func markup() throws(XMLError) {
        if starts("<!--") { return try skip(through: "-->", "the comment is never closed") }
        if starts("<![CDATA[") { return try skip(through: "]]>", "the CDATA section is never closed") }
        if starts("<?") { return try skip(through: "?>", "the processing instruction is never closed") }
        if starts("<!") { return try documentType() }
        try tag()
    }

    private func starts(_ text: String) -> Bool { bytes[offset...].starts(with: Array(text.utf8)) }

    private mutating func skip(through end: String, _ message: String) throws(XMLError) {
        let pattern = Array(end.utf8)
        let start = offset
        guard let found = bytes[offset...].firstRange(of: pattern) else { throw XMLError(offset: start, message: message) }
        offset = found.upperBound
        tokens.append(XMLToken(kind: .other, range: start..<offset))
    }

    /// Declarations in brackets are skipped.
    private mutating func documentType() throws(XMLError) {
        let start = offset
        var depth = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if byte == UInt8(ascii: ">"), depth <= 0 {
                tokens.append(XMLToken(kind: .other, range: start..<offset))
                return
            }
        }
        throw XMLError(offset: start, message: "the document type is never closed")
    }

    private mutating func tag() throws(XMLError) {
        let start = offset
        offset += 1
        let isClose = offset < bytes.count && bytes[offset] == UInt8(ascii: "/")
        if isClose { offset += 1 }
        let nameStart = offset
        while offset < bytes.count, bytes[offset] > 0x20, !"/><=\"'".utf8.contains(bytes[offset]) { offset += 1 }
        let name = String(decoding: bytes[nameStart..<offset], as: UTF8.self)
        guard !name.isEmpty else { throw XMLError(offset: start, message: "a bare < must be written as &lt;") }
        let isEmpty = try attributes(of: name, from: start)
        if isClose { try close(name, start) } else { try begin(name, start, isEmpty: isEmpty) }
    }

    /// Moves past the tag; returns true if it ends with a slash.
    private mutating func attributes(of name: String, from start: Int) throws(XMLError) -> Bool {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: ">"): return bytes[offset - 2] == UInt8(ascii: "/")
            case UInt8(ascii: "<"): throw XMLError(offset: offset - 1, message: "the tag <\(name)> is not closed before the next one")
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = bytes[offset...].firstIndex(of: byte) else {
                    throw XMLError(offset: offset - 1, message: "the value of an attribute is never closed")
                }
                offset = end + 1
            case UInt8(ascii: "="):
                let next = bytes[offset...].first { $0 > 0x20 }
                guard next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") else {
                    throw XMLError(offset: offset, message: "the value of an attribute must be in quotes")
                }
            default: break
            }
        }
        throw XMLError(offset: start, message: "the tag <\(name)> is never closed")
    }

    private mutating func begin(_ name: String, _ start: Int, isEmpty: Bool) throws(XMLError) {
        if open.isEmpty, hasRoot { throw XMLError(offset: start, message: "there is a second root element <\(name)>") }
        hasRoot = true
        tokens.append(XMLToken(kind: .open(name: name, isEmpty: isEmpty), range: start..<offset))
        if !isEmpty { open.append((name, start)) }
    }

    private mutating func close(_ name: String, _ start: Int) throws(XMLError) {
        guard let last = open.popLast() else { throw XMLError(offset: start, message: "</\(name)> has no opening tag") }
        guard last.name == name else { throw XMLError(offset: start, message: "expected </\(last.name)>, found </\(name)>") }
        tokens.append(XMLToken(kind: .close(name: name), range: start..<offset))
    }
}

/// Formats XML text.
public enum XMLText {
    /// Formats the text: each element on its own line, indented by two spaces. Elements with text stay unchanged, so that the content is
    /// the same.
    ///
    /// - Throws: the first syntax error.
    public static func pretty(_ text: String) throws(XMLError) -> String {
        let bytes = Array(text.utf8)
        let tokens = try XMLScanner.tokens(of: bytes)
        var printer = XMLPrinter(bytes: bytes, tokens: tokens)
        return printer.run()
    }
}

private struct XMLPrinter {
    let bytes: [UInt8]
    let tokens: [XMLToken]
    var result = ""
    var depth = 0

    mutating func run() -> String {
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            switch token.kind {
            case .text: if !isBlank(token) { line(token.range) }
            case .other: line(token.range)
            case .close:
                depth -= 1
                line(token.range)
            case .open(_, let isEmpty):
                let end = isEmpty ? index : self.end(of: index)
                let holdsText = !isEmpty && hasText(within: index, end)
                if isEmpty || holdsText || end == index + 1 {
                    line(token.range.lowerBound..<tokens[end].range.upperBound)
                    index = end
                } else {
                    line(token.range)
                    depth += 1
                }
            }
            index += 1
        }
        return result
    }

    /// The end of the element that begins at a place.
    private func end(of start: Int) -> Int {
        var open = 0
        for index in start..<tokens.count {
            switch tokens[index].kind {
            case .open(_, false): open += 1
            case .close: open -= 1
            default: break
            }
            if open == 0 { return index }
        }
        return tokens.count - 1
    }

    /// True if the element itself contains text, not only its children.
    private func hasText(within start: Int, _ end: Int) -> Bool {
        var depth = 0
        for token in tokens[start...end] {
            switch token.kind {
            case .open(_, false): depth += 1
            case .close: depth -= 1
            case .text: if depth == 1, !isBlank(token) { return true }
            case .open, .other: break
            }
        }
        return false
    }

    private func isBlank(_ token: XMLToken) -> Bool { bytes[token.range].allSatisfy { $0 <= 0x20 } }

    private mutating func line(_ range: Range<Int>) {
        var text = bytes[range]
        while let first = text.first, first <= 0x20 { text.removeFirst() }
        while let last = text.last, last <= 0x20 { text.removeLast() }
        result += String(repeating: "  ", count: max(0, depth)) + String(decoding: text, as: UTF8.self) + "\n"
    }
}

struct XMLToken: Equatable {
    enum Kind: Equatable {
        case open(name: String, isEmpty: Bool)
        case close(name: String)
        case text
        /// Comments, processing instructions, the document type, CDATA.
        case other
    }

    let kind: Kind
    /// The range in bytes.
    let range: Range<Int>
}

/// A syntax error in XML, with its place.
public struct XMLError: Error, Hashable, Sendable {
    /// The offset in bytes.
    public let offset: Int
    /// The expectation, as a sentence without its full stop.
    public let message: String
}
