/// The lines of formatted XML and HTML: each tag, comment, declaration and line of text has its own line; an element with only a short text
/// stays on one line. In HTML, text and the inline elements in it, such as links, are one line.
///
/// The grammar is total: tags need not match. In HTML, elements whose end tag may be omitted do not count as containers.
enum MarkupLines {
    /// The number of bytes after a tag within which the text and the end tag of a short element must end.
    static let lookahead = 512

    static func line(in bytes: UnsafeRawBufferPointer, at start: Int, depth: Int, limit: Int, isHTML: Bool) -> ScannedLine? {
        var search = MarkupPart.Search()
        return line(in: bytes, at: start, depth: depth, limit: limit, isHTML: isHTML, &search)
    }

    /// The line at an offset.
    /// - Parameter search: the search for the end of its part, which continues with more bytes if the part has no end yet.
    static func line(
        in bytes: UnsafeRawBufferPointer, at start: Int, depth: Int, limit: Int, isHTML: Bool, _ search: inout MarkupPart.Search
    ) -> ScannedLine? {
        let part = MarkupPart(in: bytes, at: start, isHTML: isHTML)
        let found = part.end(before: min(limit, bytes.count), &search)
        guard let end = found ?? (limit >= bytes.count ? bytes.count : nil) else { return nil }
        var line = ScannedLine(range: start..<end, next: end, depth: depth, depthAfter: depth)
        let flow = isHTML ? part.endOfFlow(after: end) : end
        switch part.kind(endingAt: found) {
        case .text: line.range = start..<withoutSpace(flow, after: start, in: bytes)
        case .element where flow > end, .startTag where flow > end && part.isInline, .other where flow > end:
            line.range = start..<withoutSpace(flow, after: start, in: bytes)
        case .other: break
        case .element: line.separates = true
        case .endTag where depth > 0:
            (line.depth, line.depthAfter, line.closes, line.separates) = (depth - 1, depth - 1, true, true)
        case .endTag: break
        case .startTag:
            if flow > end {
                (line.range, line.separates) = (start..<flow, true)
            } else if let whole = part.endOfShortElement(from: end) {
                line.range = start..<whole
                line.separates = true
            } else {
                (line.depthAfter, line.opens) = (depth + 1, true)
            }
        }
        line.next = skipSpace(in: bytes, from: max(end, line.range.upperBound))
        return line
    }

    /// The first offset from `start` on that is not whitespace.
    static func skipSpace(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
        return offset
    }

    /// Returns true for ASCII whitespace (WHATWG Infra, 4.6). Other control characters are text and must be kept.
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
    }

    private static func withoutSpace(_ end: Int, after start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = end
        while end > start + 1, isSpace(bytes[end - 1]) { end -= 1 }
        return end
    }
}

/// Builds the index of the lines of markup, line by line.
struct MarkupIndexer: Sendable {
    private let grammar: LineGrammar
    private var sealed = CheckpointList()
    /// The first line that may still change.
    private var position: Checkpoint
    /// The search for the end of that line: a part can be as long as the text, which arrives in pieces.
    private var search = MarkupPart.Search()
    /// The last checkpoint with its summary so far.
    private var open: Checkpoint?

    /// - Parameter start: the offset of the text.
    init(_ grammar: LineGrammar, start: Int) {
        self.grammar = grammar
        position = Checkpoint(offset: start)
    }

    /// Indexes all bytes from the start of the text, never fewer than in the last call; `isComplete` if no more follow.
    mutating func advance(over bytes: UnsafeRawBufferPointer, isComplete: Bool) -> LineIndex {
        if position.line == 0 { position.offset = MarkupLines.skipSpace(in: bytes, from: min(position.offset, bytes.count)) }
        // The end of a line depends on the bytes after it.
        add(linesBefore: isComplete ? bytes.count : bytes.count - 2 * MarkupLines.lookahead, in: bytes)
        var last = self
        last.add(linesBefore: bytes.count, in: bytes)
        return last.index(end: bytes.count, isComplete: isComplete)
    }

    private mutating func add(linesBefore end: Int, in bytes: UnsafeRawBufferPointer) {
        while position.offset < end {
            let depth = Int(position.depth)
            let line = MarkupLines.line(
                in: bytes, at: position.offset, depth: depth, limit: bytes.count, isHTML: grammar == .html, &search)
            guard let line, line.next <= end || end == bytes.count else { return }
            search = MarkupPart.Search()
            add(line)
        }
    }

    private mutating func add(_ line: ScannedLine) {
        if let open, position.offset - open.offset >= Checkpoint.spacing {
            sealed.append(open)
            self.open = position
        }
        if open == nil { open = position }
        open?.closed(to: Int32(clamping: min(line.depth, line.depthAfter)))
        if line.separates { open?.separated(at: Int32(clamping: line.depthAfter)) }
        position = Checkpoint(
            offset: line.next, line: position.line + 1, row: position.row + line.rowCount, depth: Int32(clamping: line.depthAfter))
    }

    private func index(end: Int, isComplete: Bool) -> LineIndex {
        var index = LineIndex(grammar: grammar)
        index.checkpoints = sealed
        if let open { index.checkpoints.append(open) }
        index.lineCount = position.line
        index.rowCount = position.row
        index.end = end
        index.endDepth = Int(position.depth)
        index.isComplete = isComplete
        return index
    }
}

/// A part of markup: a tag, comment, declaration or run of text.
struct MarkupPart {
    enum Kind: Hashable {
        case text, startTag, endTag
        /// A whole element.
        case element
        /// A comment, declaration or instruction, or a tag that is not a container.
        case other
    }

    /// A search for the end of a part, which continues where the bytes ended.
    struct Search: Sendable {
        /// The first offset that has not been searched.
        fileprivate var offset = 0
        /// The open quotation mark within a tag.
        fileprivate var quote: UInt8 = 0
        /// True within the brackets of a declaration.
        fileprivate var isInBrackets = false
        /// True after the start tag of an element with raw text.
        fileprivate var isInRawText = false
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
        let isTag = start < bytes.count && bytes[start] == UInt8(ascii: "<")
        let isEnd = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
        name = isTag ? Self.name(in: bytes, from: start + (isEnd ? 2 : 1)) : start..<start
    }

    /// The kind.
    /// - Parameter end: the end of the part; nil if it has none.
    func kind(endingAt end: Int?) -> Kind {
        guard byte(0) == UInt8(ascii: "<") else { return .text }
        if byte(1) == UInt8(ascii: "!") || byte(1) == UInt8(ascii: "?") { return .other }
        guard !name.isEmpty else { return .text }
        if isHTML, isIn(Self.withoutContainer) { return .other }
        if byte(1) == UInt8(ascii: "/") { return .endTag }
        if isHTML, isIn(Self.withRawText) { return .element }
        return end.map { bytes[$0 - 2] == UInt8(ascii: "/") } == true ? .element : .startTag
    }

    // MARK: Flow

    /// True for a tag of an element that is part of a line of text.
    var isInline: Bool { isHTML && isIn(Self.inline) }

    /// The end of the text and inline elements that belong to the line of this part, which ends at `end`; `end` if there are none.
    ///
    /// - After text, and from an inline element on: up to the last place where all inline elements are closed.
    /// - In an element whose end tag may be omitted: the same, with its end tag if there is one.
    /// - In another element: only if its end tag follows.
    func endOfFlow(after end: Int) -> Int {
        guard byte(0) == UInt8(ascii: "<") else { return flow(from: end) }
        guard !name.isEmpty, byte(1) != UInt8(ascii: "/"), !isIn(Self.withRawText) else { return end }
        if isInline { return max(end, flow(from: start, after: end)) }
        guard !isIn(Self.void), bytes[end - 2] != UInt8(ascii: "/") else { return end }
        let content = flow(from: end)
        let tag = MarkupPart(in: bytes, at: content, isHTML: true)
        if tag.byte(0) == UInt8(ascii: "<"), tag.byte(1) == UInt8(ascii: "/"), tag.isNamed(as: self),
            let close = tag.end(before: min(bytes.count, end + 2 * MarkupLines.lookahead))
        {
            return close
        }
        return isIn(Self.withoutContainer) ? content : end
    }

    /// The last place at which the elements of the flow from `first` are closed; `first` if there is none within the lookahead after `end`.
    /// A line break in the text and `br` end it.
    private func flow(from first: Int, after end: Int = 0) -> Int {
        let stop = min(bytes.count, max(first, end) + MarkupLines.lookahead)
        var (place, closed, depth) = (first, first, 0)
        while place < stop, bytes[place] != 0x0A, depth <= Self.maxInlineDepth {
            let part = MarkupPart(in: bytes, at: place, isHTML: true)
            let isLastText = stop == bytes.count && part.byte(0) != UInt8(ascii: "<")
            guard let end = part.end(before: stop) ?? (isLastText ? stop : nil) else { break }
            if part.byte(0) == UInt8(ascii: "<") {
                guard !part.name.isEmpty, part.isIn(Self.inline) else { break }
                if part.byte(1) == UInt8(ascii: "/") {
                    depth -= 1
                } else if !part.isIn(Self.void), bytes[end - 2] != UInt8(ascii: "/") {
                    depth += 1
                }
                guard depth >= 0 else { break }
            }
            place = end
            if depth == 0 { closed = place }
            if part.name.count == 2, part.isIn(["br"]) { break }
        }
        return closed
    }

    /// The inline elements within each other that a line may have.
    private static let maxInlineDepth = 8

    private func isNamed(as other: MarkupPart) -> Bool {
        bytes[name].elementsEqual(bytes[other.name]) { $0 | 0x20 == $1 | 0x20 }
    }

    /// The end of the part; nil if it does not end before `stop`.
    func end(before stop: Int) -> Int? {
        var search = Search()
        return end(before: stop, &search)
    }

    /// The end of the part; nil if it does not end before `stop`: the search then continues from there.
    func end(before stop: Int, _ search: inout Search) -> Int? {
        guard byte(0) == UInt8(ascii: "<") else { return endOfText(stop, &search) }
        if starts(with: "<!--") { return end(of: "-->", from: start + 4, stop, &search) }
        if starts(with: "<![CDATA[") { return end(of: "]]>", from: start + 9, stop, &search) }
        if starts(with: "<?") { return end(of: isHTML ? ">" : "?>", from: start + 2, stop, &search) }
        if starts(with: "<!") { return endOfDeclaration(stop, &search) }
        guard !name.isEmpty else { return endOfText(stop, &search) }
        if !search.isInRawText {
            guard let end = endOfTag(stop, &search) else { return nil }
            guard isHTML, byte(1) != UInt8(ascii: "/"), isIn(Self.withRawText) else { return end }
            search.isInRawText = true
            search.offset = end
        }
        return endOfRawText(stop, &search)
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

    private func endOfText(_ stop: Int, _ search: inout Search) -> Int? {
        var place = max(start + 1, search.offset)
        while place < stop, bytes[place] != UInt8(ascii: "<"), bytes[place] != 0x0A { place += 1 }
        search.offset = place
        return place < stop ? place : nil
    }

    private func endOfTag(_ stop: Int, _ search: inout Search) -> Int? {
        var place = max(start + 1, search.offset)
        defer { search.offset = place }
        while place < stop {
            let byte = bytes[place]
            if search.quote != 0 {
                if byte == search.quote { search.quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                search.quote = byte
            } else if byte == UInt8(ascii: ">") {
                return place + 1
            }
            place += 1
        }
        return nil
    }

    /// The end of a document type, which may contain declarations in square brackets.
    private func endOfDeclaration(_ stop: Int, _ search: inout Search) -> Int? {
        var place = max(start + 2, search.offset)
        defer { search.offset = place }
        while place < stop {
            switch bytes[place] {
            case UInt8(ascii: "["): search.isInBrackets = true
            case UInt8(ascii: "]"): search.isInBrackets = false
            case UInt8(ascii: ">") where !search.isInBrackets: return place + 1
            default: break
            }
            place += 1
        }
        return nil
    }

    private func endOfRawText(_ stop: Int, _ search: inout Search) -> Int? {
        while let content = end(of: "</", from: start, stop, &search) {
            let found = Self.name(in: bytes, from: content)
            guard found.upperBound < bytes.count else {
                // The name may continue in later bytes.
                search.offset = content - 2
                return nil
            }
            if bytes[found].elementsEqual(bytes[name], by: { $0 | 0x20 == $1 | 0x20 }) {
                var tag = Search()
                tag.offset = found.upperBound
                search.offset = content - 2
                return end(of: ">", from: found.upperBound, stop, &tag)
            }
            search.offset = content
        }
        return nil
    }

    private func end(of text: StaticString, from first: Int, _ stop: Int, _ search: inout Search) -> Int? {
        let place = max(first, search.offset)
        guard place < stop else { return nil }
        var scanner = TokenScanner(bytes, in: place..<stop)
        scanner.skip(to: text)
        guard scanner.isAtEnd else { return scanner.offset + text.utf8CodeUnitCount }
        search.offset = max(place, stop - text.utf8CodeUnitCount + 1)
        return nil
    }

    // MARK: Names

    /// HTML elements that are part of a line of text (HTML, section 4.5), and some of section 4.10.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "ins", "kbd", "label", "mark",
        "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]

    /// HTML elements without content (HTML, section 13.1.2).
    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    /// HTML elements without content, and those whose end tag may be omitted (HTML, sections 13.1.2 and 13.1.2.4).
    private static let withoutContainer: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr", "dd", "dt", "li",
        "optgroup", "option", "p", "rp", "rt", "tbody", "td", "tfoot", "th", "thead", "tr", "colgroup",
    ]

    private static let withRawText: Set<String> = ["script", "style", "textarea", "title"]

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
