/// A member with a string in a JSON text, as written; also an attribute or an element of XML, and a line with a name.
struct JSONMemberText {
    let name: String
    /// The string with its escapes.
    let value: String
    /// The bytes of the value, without quotes.
    let range: Range<Int>

    /// The members in a text, at any depth. Unlike a parser it also reads texts with variables outside strings.
    ///
    /// - Parameter changed: if given, only the members that it touches are found.
    static func all(in bytes: [UInt8], touching changed: Range<Int>? = nil) -> [JSONMemberText] {
        let changed = changed ?? 0..<bytes.count
        var (found, index) = ([JSONMemberText](), 0)
        // The string just read, and the one before the colon just read.
        var (last, name): (Range<Int>?, Range<Int>?)
        while index < bytes.count {
            if index > changed.upperBound, (name ?? last).map({ $0.lowerBound > changed.upperBound }) ?? true { break }
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                let range = index..<endOfString(in: bytes, from: index)
                index = range.upperBound + 1
                if let name, name.lowerBound <= changed.upperBound, range.upperBound >= changed.lowerBound {
                    let texts = [name, range].map { String(decoding: bytes[$0], as: UTF8.self) }
                    found.append(JSONMemberText(name: texts[0], value: texts[1], range: range))
                }
                (last, name) = (name == nil ? range : nil, nil)
            case UInt8(ascii: ":"): (last, name) = (nil, last)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            default: (last, name) = (nil, nil)
            }
        }
        return found
    }

    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index, bytes.count)
    }
}

// Other texts than JSON.
extension JSONMemberText {
    private init(_ name: some Collection<UInt8>, _ value: ArraySlice<UInt8>) {
        self.name = String(decoding: name, as: UTF8.self)
        (self.value, range) = (String(decoding: value, as: UTF8.self), value.indices)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop(while: isBlank)
        return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? start.prefix(0)
    }

    private static let blocks = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]

    /// The attributes of an XML text, and its elements that contain nothing but text. The text need not be valid.
    static func inXML(_ bytes: [UInt8]) -> [JSONMemberText] {
        var (found, rest) = ([JSONMemberText](), bytes[...])
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...]
            if let block = blocks.first(where: { rest.starts(with: $0.0.utf8) }) {
                rest = rest.firstRange(of: Array(block.1.utf8)).map { rest[$0.upperBound...] } ?? []
                continue
            }
            rest = rest.dropFirst()
            let name = takeName(&rest)
            let isEmpty = takeAttributes(&rest, into: &found)
            guard !name.isEmpty, !isEmpty else { continue }
            let isBlock = rest.starts(with: blocks[1].0.utf8)
            let content = isBlock ? rest.dropFirst(blocks[1].0.utf8.count) : rest
            let end = isBlock ? content.firstRange(of: Array(blocks[1].1.utf8)) : content.firstIndex(of: UInt8(ascii: "<")).map { $0..<$0 }
            if let end, content[end.upperBound...].starts(with: "</".utf8) {
                found.append(JSONMemberText(name, trimmed(content[..<end.lowerBound])))
            }
        }
        return found
    }

    /// The members of a text that is JSON or XML.
    static func inDocument(_ bytes: [UInt8]) -> [JSONMemberText] {
        if bytes.first(where: { !isBlank($0) }) == UInt8(ascii: "<") { return inXML(bytes) }
        return bytes.contains(UInt8(ascii: ":")) ? all(in: bytes) : []
    }

    /// Takes a name of XML, and returns it without its prefix.
    private static func takeName(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let name = rest.prefix { !isBlank($0) && !"<>/=\"'".utf8.contains($0) }
        rest = rest[name.endIndex...]
        if name.starts(with: "xmlns".utf8) { return [] }
        return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    }

    /// Takes the attributes of a tag with the bracket after them; true for an element without content.
    private static func takeAttributes(_ rest: inout ArraySlice<UInt8>, into found: inout [JSONMemberText]) -> Bool {
        var isEmpty = false
        while let byte = rest.first, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
            let start = rest.startIndex
            let name = takeName(&rest)
            guard rest.startIndex > start else {
                isEmpty = byte == UInt8(ascii: "/")
                rest = rest.dropFirst()
                continue
            }
            let value = rest.drop(while: isBlank)
            guard value.first == UInt8(ascii: "=") else { continue }
            rest = value.dropFirst().drop(while: isBlank)
            guard let quote = rest.first, "\"'".utf8.contains(quote) else { continue }
            let text = rest.dropFirst().prefix { $0 != quote }
            if !name.isEmpty { found.append(JSONMemberText(name, text)) }
            rest = rest[text.endIndex...].dropFirst()
        }
        if rest.first == UInt8(ascii: ">") { rest = rest.dropFirst() }
        return isEmpty
    }

    private static let schemes: Set<String> = ["basic", "bearer", "token", "apikey", "negotiate"]

    /// The lines `Name: value` of a text whose value is certainly no prose: one word with letters and digits, or one after a scheme.
    static func inLines(_ bytes: [UInt8]) -> [JSONMemberText] {
        bytes.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line -> JSONMemberText? in
            guard let colon = line.prefix(100).firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = trimmed(line[..<colon])
            var value = trimmed(line[(colon + 1)...])
            if let quote = value.first, "\"'".utf8.contains(quote), value.count > 1, value.last == quote {
                value = value.dropFirst().dropLast()
            }
            let words = value.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }
            guard let word = words.last, !name.contains(where: isBlank), !word.contains("://") else { return nil }
            let isScheme = words.count == 2 && schemes.contains(words[0].lowercased())
            let isWord = words.count == 1 && word.utf8.count > 5 && word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
            return isScheme || isWord ? JSONMemberText(name, value) : nil
        }
    }
}

extension [UInt8] {
    /// The bytes of a JSON text between the beginning and the end that it shares with another one.
    ///
    /// They go to the end of the text if strings may begin after the change where they ended before, as once a missing quote is typed.
    func changes(from other: [UInt8]) -> Range<Int> {
        let most = Swift.min(count, other.count)
        var (start, end) = (0, 0)
        while start < most, self[start] == other[start] { start += 1 }
        while end < most - start, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
        let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        let parts = [self[start..<count - end], other[start..<other.count - end]]
        let movesStrings = parts[0].count { $0 == quote } % 2 != parts[1].count { $0 == quote } % 2
        let isEscaped = start > 0 && self[start - 1] == escape || parts.contains { $0.contains(escape) }
        return start..<(movesStrings || isEscaped ? count : count - end)
    }
}
