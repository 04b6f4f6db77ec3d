/// Looks whether a text is well-formed XML, and lays it out.
public enum XMLText {
    /// The first thing that is wrong; nil where nothing is.
    public static func fault(in text: String) -> XMLFault? {
        do throws(XMLFault) {
            _ = try XMLScanner.tokens(of: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    /// Each element on its own line, two spaces deeper than what it stands in. What holds text stays as it is, so that the layout says
    /// nothing new.
    ///
    /// - Throws: what is wrong with the text.
    public static func pretty(_ text: String) throws(XMLFault) -> String {
        let bytes = Array(text.utf8)
        let tokens = try XMLScanner.tokens(of: bytes)
        var printer = XMLPrinter(bytes, tokens)
        return printer.run()
    }
}

private struct XMLPrinter {
    private let bytes: [UInt8]
    private let tokens: [XMLToken]
    private var result = ""
    private var depth = 0

    init(_ bytes: [UInt8], _ tokens: [XMLToken]) {
        self.bytes = bytes
        self.tokens = tokens
    }

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

    /// True if the element itself holds text, not only its children.
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
