/// Formats an XML document with a line for each tag and each text, so that two documents compare by structure. Comments, white space
/// between tags, the amount of other white space, the order and quotes of attributes and the form of empty elements are ignored.
struct XMLLines {
    private static let maxDepth = 2000

    private let text: UnsafeRawBufferPointer
    private var position = 0
    private var open: [[UInt8]] = []
    /// The text since the last tag; comments do not end it.
    private var pending: [UInt8] = []
    private var lines: [UInt8] = []
    /// The end of the lines if the last one is a start tag.
    private var startTagEnd: Int?

    /// The lines; nil if the text is not well-formed XML, judging by its tags.
    static func lines(of text: UnsafeRawBufferPointer) -> [UInt8]? {
        var document = XMLLines(text: text)
        return document.read() ? document.lines : nil
    }

    private mutating func read() -> Bool {
        var elementCount = 0
        while position < text.count {
            guard text[position] == UInt8(ascii: "<") else {
                let end = text[position...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
                pending += text[position..<end]
                position = end
                continue
            }
            if starts("<!--") {
                guard skip(past: "-->") else { return false }
                continue
            }
            addText()
            if starts("<![CDATA[") {
                guard addPart(until: "]]>") else { return false }
            } else if starts("<?") {
                guard addPart(until: "?>") else { return false }
            } else if starts("<!") {
                guard addPart(until: ">") else { return false }
            } else {
                guard tag() else { return false }
                elementCount += 1
            }
        }
        addText()
        return open.isEmpty && elementCount > 0
    }

    private func starts(_ word: String) -> Bool { text[position...].starts(with: word.utf8) }

    private func end(of word: String) -> Int? {
        let word = Array(word.utf8)
        guard let last = word.last else { return nil }
        var index = position
        while let found = text[index...].firstIndex(of: last) {
            if found + 1 - word.count >= position, text[found + 1 - word.count...found].elementsEqual(word) { return found + 1 }
            index = found + 1
        }
        return nil
    }

    private mutating func skip(past word: String) -> Bool {
        guard let end = end(of: word) else { return false }
        position = end
        return true
    }

    private mutating func addPart(until word: String) -> Bool {
        guard let end = end(of: word) else { return false }
        addLine(text[position..<end].map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 })
        position = end
        return true
    }

    /// Adds the pending text with single spaces, also at its ends; white space alone is left out.
    private mutating func addText() {
        let words = pending.split { Self.isSpace($0) }
        if let first = words.first, let last = words.last {
            let (head, tail) = (first.startIndex > 0 ? " " : "", last.endIndex < pending.count ? " " : "")
            addLine(Array(head.utf8) + words.joined(separator: " ".utf8) + tail.utf8)
        }
        pending = []
    }

    private mutating func addLine(_ line: [UInt8]) {
        lines.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * min(open.count, 40)))
        lines += line
        lines.append(UInt8(ascii: "\n"))
        startTagEnd = nil
    }

    /// Reads a tag from `<` to `>`; quotes may contain a `>`.
    private mutating func tag() -> Bool {
        var end = position + 1
        var quote: UInt8?
        while end < text.count, quote != nil || text[end] != UInt8(ascii: ">") {
            if let mark = quote {
                if text[end] == mark { quote = nil }
            } else if text[end] == UInt8(ascii: "\"") || text[end] == UInt8(ascii: "'") {
                quote = text[end]
            }
            end += 1
        }
        guard end < text.count else { return false }
        let content = Array(text[position + 1..<end])
        position = end + 1
        if content.first == UInt8(ascii: "/") { return close(content.dropFirst().filter { !Self.isSpace($0) }) }
        let isEmpty = content.last == UInt8(ascii: "/")
        guard let parts = Self.parts(isEmpty ? content.dropLast() : content[...]), let name = parts.first, open.count < Self.maxDepth else {
            return false
        }
        let attributes = parts.dropFirst().sorted { $0.lexicographicallyPrecedes($1) }
        addLine(Array("<".utf8) + ([name] + attributes).joined(separator: " ".utf8) + (isEmpty ? "/>" : ">").utf8)
        guard !isEmpty else { return true }
        open.append(name)
        startTagEnd = lines.count
        return true
    }

    private mutating func close(_ name: [UInt8]) -> Bool {
        guard open.last == name else { return false }
        open.removeLast()
        guard startTagEnd == lines.count else {
            addLine("</".utf8 + name + ">".utf8)
            return true
        }
        lines.replaceSubrange((lines.count - 2)..., with: "/>\n".utf8)
        startTagEnd = nil
        return true
    }

    /// The name of a tag and its attributes as `name="value"`; nil if one has no name.
    private static func parts(_ content: ArraySlice<UInt8>) -> [[UInt8]]? {
        var parts: [[UInt8]] = []
        var rest = content.drop(while: isSpace)
        while !rest.isEmpty {
            let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") && !isQuote($0) }
            guard !name.isEmpty else { return nil }
            rest = rest[name.endIndex...].drop(while: isSpace)
            var part = Array(name)
            if rest.first == UInt8(ascii: "=") {
                let (value, end) = value(rest.dropFirst().drop(while: isSpace))
                let quote = value.contains(UInt8(ascii: "\"")) ? UInt8(ascii: "'") : UInt8(ascii: "\"")
                part += [UInt8(ascii: "="), quote] + value + [quote]
                rest = rest[end...].drop(while: isSpace)
            }
            parts.append(part)
        }
        return parts
    }

    /// The value at the beginning of a text, on one line and without quotes, and its end.
    private static func value(_ text: ArraySlice<UInt8>) -> (value: [UInt8], end: Int) {
        let quote = text.first.flatMap { isQuote($0) ? $0 : nil }
        let value = text.dropFirst(quote == nil ? 0 : 1).prefix { quote == nil ? !isSpace($0) : $0 != quote }
        return (value.map { isSpace($0) ? UInt8(ascii: " ") : $0 }, min(value.endIndex + (quote == nil ? 0 : 1), text.endIndex))
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
