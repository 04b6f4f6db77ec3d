/// A part of markup: a tag, comment, declaration or run of text.
struct MarkupPart {
    enum Kind: Hashable {
        case text, startTag, endTag
        /// A whole element.
        case element
        /// A comment, declaration or instruction, or a tag that is not a container.
        case other
    }

    private let bytes: UnsafeRawBufferPointer
    private let start: Int
    private let isHTML: Bool
    /// The name of a tag; empty for other parts.
    let name: Range<Int>

    init(in bytes: UnsafeRawBufferPointer, at start: Int, isHTML: Bool) {
        self.bytes = bytes
        self.start = start
        self.isHTML = isHTML
        name = Self.name(in: bytes, from: start + (start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/") ? 2 : 1))
    }

    var kind: Kind {
        guard byte(0) == UInt8(ascii: "<") else { return .text }
        if byte(1) == UInt8(ascii: "!") || byte(1) == UInt8(ascii: "?") { return .other }
        guard !name.isEmpty else { return .text }
        if isHTML, isIn(Self.withoutContainer) { return .other }
        if byte(1) == UInt8(ascii: "/") { return .endTag }
        if isHTML, isIn(Self.withRawText) { return .element }
        return isSelfClosing ? .element : .startTag
    }

    /// The end of the part; nil if it does not end before `stop`.
    func end(before stop: Int) -> Int? {
        guard byte(0) == UInt8(ascii: "<") else { return endOfText(stop) }
        if starts(with: "<!--") { return end(of: "-->", from: start + 4, stop) }
        if starts(with: "<![CDATA[") { return end(of: "]]>", from: start + 9, stop) }
        if starts(with: "<?") { return end(of: isHTML ? ">" : "?>", from: start + 2, stop) }
        if starts(with: "<!") { return endOfDeclaration(stop) }
        guard !name.isEmpty else { return endOfText(stop) }
        guard let end = endOfTag(stop), isHTML, byte(1) != UInt8(ascii: "/"), isIn(Self.withRawText) else { return endOfTag(stop) }
        guard let content = self.end(of: "</", from: end, stop) else { return nil }
        return endOfRawText(from: content - 2, stop)
    }

    /// The end of a short element that has one line of text or none; nil for other elements.
    func endOfShortElement(from tagEnd: Int) -> Int? {
        let stop = min(bytes.count, tagEnd + MarkupLines.lookahead)
        var place = tagEnd
        while place < stop, bytes[place] != UInt8(ascii: "<"), bytes[place] != 0x0A { place += 1 }
        guard place + 1 < stop, bytes[place] == UInt8(ascii: "<"), bytes[place + 1] == UInt8(ascii: "/") else { return nil }
        while place < stop, bytes[place] != UInt8(ascii: ">") { place += 1 }
        return place < stop ? place + 1 : nil
    }

    // MARK: Ends

    private func endOfText(_ stop: Int) -> Int? {
        var place = start + 1
        while place < stop, bytes[place] != UInt8(ascii: "<"), bytes[place] != 0x0A { place += 1 }
        return place < stop ? place : nil
    }

    private func endOfTag(_ stop: Int) -> Int? {
        var place = start + 1
        var quote: UInt8 = 0
        while place < stop {
            let byte = bytes[place]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return place + 1
            }
            place += 1
        }
        return nil
    }

    /// The end of a document type, which may contain declarations in square brackets.
    private func endOfDeclaration(_ stop: Int) -> Int? {
        var place = start + 2
        var isInside = false
        while place < stop {
            switch bytes[place] {
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ">") where !isInside: return place + 1
            default: break
            }
            place += 1
        }
        return nil
    }

    private func endOfRawText(from first: Int, _ stop: Int) -> Int? {
        var place = first
        while place < stop {
            let found = Self.name(in: bytes, from: place + 2)
            if bytes[found].elementsEqual(bytes[name], by: { $0 | 0x20 == $1 | 0x20 }) { return end(of: ">", from: found.upperBound, stop) }
            guard let next = end(of: "</", from: place + 2, stop) else { return nil }
            place = next - 2
        }
        return nil
    }

    private func end(of text: StaticString, from place: Int, _ stop: Int) -> Int? {
        guard place < stop else { return nil }
        var scanner = TokenScanner(bytes, in: place..<stop)
        scanner.skip(to: text)
        return scanner.isAtEnd ? nil : scanner.offset + text.utf8CodeUnitCount
    }

    // MARK: Names

    /// HTML elements without content, and those whose end tag may be omitted (HTML, sections 13.1.2 and 13.1.2.4).
    private static let withoutContainer: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr", "dd", "dt", "li",
        "optgroup", "option", "p", "rp", "rt", "tbody", "td", "tfoot", "th", "thead", "tr", "colgroup",
    ]

    private static let withRawText: Set<String> = ["script", "style", "textarea", "title"]

    private var isSelfClosing: Bool {
        guard let end = endOfTag(bytes.count) else { return false }
        return bytes[end - 2] == UInt8(ascii: "/")
    }

    private func isIn(_ names: Set<String>) -> Bool {
        name.count <= 8 && names.contains(String(decoding: bytes[name], as: UTF8.self).lowercased())
    }

    private static func name(in bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int> {
        var end = start
        guard start < bytes.count, TokenScanner.isWord(bytes[start]), !TokenScanner.isDigit(bytes[start]) else { return start..<start }
        while end < bytes.count, TokenScanner.isWord(bytes[end]) || bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: ".") {
            end += 1
        }
        return start..<end
    }

    private func byte(_ distance: Int) -> UInt8 { start + distance < bytes.count ? bytes[start + distance] : 0 }

    private func starts(with text: StaticString) -> Bool {
        TokenScanner(bytes, in: start..<bytes.count).isAt(text)
    }
}
