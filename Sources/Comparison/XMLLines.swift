/// Formats an XML document with a line for each tag and each text, so that two documents compare by structure: white space between tags and
/// the order of attributes are ignored.
struct XMLLines {
    private static let maxDepth = 2000

    private let text: UnsafeRawBufferPointer
    private var position = 0
    private var open: [ArraySlice<UInt8>] = []
    private var lines: [UInt8] = []

    /// The lines; nil if the text is not well-formed XML, judging by its tags.
    static func lines(of text: UnsafeRawBufferPointer) -> [UInt8]? {
        var document = XMLLines(text: text)
        return document.read() ? document.lines : nil
    }

    private init(text: UnsafeRawBufferPointer) { self.text = text }

    private mutating func read() -> Bool {
        var elementCount = 0
        while position < text.count {
            guard text[position] == UInt8(ascii: "<") else {
                let end = text[position...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
                addText(position..<end)
                position = end
                continue
            }
            if starts("<!--") {
                guard skip(past: "-->") else { return false }
            } else if starts("<![CDATA[") {
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

    private mutating func addText(_ range: Range<Int>) {
        let words = text[range].split { Self.isSpace($0) }
        if !words.isEmpty { addLine(Array(words.joined(separator: [UInt8(ascii: " ")]))) }
    }

    private mutating func addLine(_ line: [UInt8]) {
        lines.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * min(open.count, 40)))
        lines += line
        lines.append(UInt8(ascii: "\n"))
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
        if content.first == UInt8(ascii: "/") { return close(content.dropFirst().filter { !Self.isSpace($0) }[...]) }
        let isEmpty = content.last == UInt8(ascii: "/")
        let parts = Self.parts(isEmpty ? content.dropLast() : content[...])
        guard let name = parts.first, !name.isEmpty, open.count < Self.maxDepth else { return false }
        let attributes = parts.dropFirst().sorted { $0.lexicographicallyPrecedes($1) }
        let line = [name] + attributes
        let start = [UInt8(ascii: "<")] + line.joined(separator: [UInt8(ascii: " ")])
        addLine(start + (isEmpty ? [UInt8(ascii: "/"), UInt8(ascii: ">")] : [UInt8(ascii: ">")]))
        if !isEmpty { open.append(name) }
        return true
    }

    private mutating func close(_ name: ArraySlice<UInt8>) -> Bool {
        guard open.last == name else { return false }
        open.removeLast()
        addLine([UInt8(ascii: "<"), UInt8(ascii: "/")] + name + [UInt8(ascii: ">")])
        return true
    }

    /// The name of a tag and its attributes, separated by spaces outside quotes.
    private static func parts(_ content: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var (parts, start): ([ArraySlice<UInt8>], Int?) = ([], nil)
        var quote: UInt8?
        for index in content.indices {
            let byte = content[index]
            if quote == byte { quote = nil } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            if quote == nil, isSpace(byte) {
                if let first = start { parts.append(content[first..<index]) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let first = start { parts.append(content[first...]) }
        return parts
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
