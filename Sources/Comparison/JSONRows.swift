import JSON

/// Creates the rows of a JSON difference: containers that differ are expanded, equal values take one row each, and long runs of them are
/// folded.
struct JSONRows {
    /// The maximum number of rows; the rest is left out.
    static let maxRowCount = 100_000
    /// The maximum number of lines of an added or removed value.
    private static let maxLineCount = 100
    /// The maximum size of the text of an equal value.
    private static let summaryByteCount = 240

    let old: JSONScanner
    let new: JSONScanner
    private(set) var rows: [ComparisonRow] = []
    private(set) var counts = Comparison.Counts()

    /// True if there are more differences than rows.
    var isCut: Bool { rows.count >= Self.maxRowCount }

    /// The beginning of a value's first line on each side: its indentation and its name.
    private struct Prefix {
        var old = ""
        var new = ""
        var depth = 0
    }

    /// Adds the rows of a whole document.
    mutating func add(_ difference: JSONDifference) { add(difference, Prefix(), place: .root) }

    private mutating func add(_ difference: JSONDifference, _ prefix: Prefix, place: JSONPlace) {
        guard case .inside(let left, _, let steps) = difference else {
            if case .replaced(let left, let right) = difference { addReplaced(left, right, prefix, place) }
            return
        }
        let isObject = old.isObject(left)
        append(.same, prefix.old + (isObject ? "{" : "["), prefix.new + (isObject ? "{" : "["))
        for (index, step) in steps.enumerated() {
            add(step, prefix.depth + 1, place, isFirst: index == 0, isLast: index == steps.count - 1)
        }
        let end = indentation(prefix.depth) + (isObject ? "}" : "]")
        append(.same, end, end)
    }

    private mutating func add(_ step: JSONDifference.Step, _ depth: Int, _ place: JSONPlace, isFirst: Bool, isLast: Bool) {
        switch step {
        case .same(let olds, let news): addSame(olds, news, depth, isFirst: isFirst, isLast: isLast)
        case .removed(let child, _) where child.isIgnored, .added(let child, _) where child.isIgnored: return
        case .removed(let child, let index):
            counts.removed += 1
            for line in lines(child, old, depth) { append(.removed, line, nil, place: self.place(child, old, place, index)) }
        case .added(let child, let index):
            counts.added += 1
            for line in lines(child, new, depth) { append(.added, nil, line, place: self.place(child, new, place, index)) }
        case .changed(let left, _, let right, let index, let difference):
            let prefix = Prefix(old: prefix(left, old, depth), new: prefix(right, new, depth), depth: depth)
            add(difference, prefix, place: self.place(right, new, place, index))
        case .moved(let left, let source, let right, let index, let difference):
            if !(old.rules.order && !isMember(left)) {
                counts.moved += 1
                let move = ComparisonRow.Move(from: self.place(left, old, place, source).pointer, old: left.node, new: right.node)
                let texts = (summary(left, old, depth), summary(right, new, depth) + "  ⇠ \(move.from)")
                append(.moved, texts.0, texts.1, place: self.place(right, new, place, index), move: move)
            } else if difference == nil {
                addEach([left], [right], depth)
            }
            guard let difference else { return }
            let prefix = Prefix(old: prefix(left, old, depth), new: prefix(right, new, depth), depth: depth)
            add(difference, prefix, place: self.place(right, new, place, index))
        }
    }

    private mutating func addReplaced(_ left: HashedNode, _ right: HashedNode, _ prefix: Prefix, _ place: JSONPlace) {
        counts.changed += 1
        if !old.isContainer(left), !new.isContainer(right) {
            guard !isCut else { return }
            let texts = (prefix.old + text(left, old), prefix.new + text(right, new))
            return rows.append(.changed(texts.0, texts.1, place: place))
        }
        for line in lines(left, old, prefix.old, prefix.depth) { append(.removed, line, nil, place: place, isReplacement: true) }
        for line in lines(right, new, prefix.new, prefix.depth) { append(.added, nil, line, place: place, isReplacement: true) }
    }

    // MARK: Equal values

    private mutating func addSame(
        _ olds: ArraySlice<HashedChild>, _ news: ArraySlice<HashedChild>, _ depth: Int, isFirst: Bool, isLast: Bool
    ) {
        let (head, tail) = (isFirst ? 0 : ComparisonFold.contextCount, isLast ? 0 : ComparisonFold.contextCount)
        guard olds.count > head + tail + 1 else { return addEach(olds, news, depth) }
        addEach(olds.prefix(head), news.prefix(head), depth)
        fold(olds.dropFirst(head).dropLast(tail), news.dropFirst(head).dropLast(tail), depth)
        addEach(olds.suffix(tail), news.suffix(tail), depth)
    }

    private mutating func fold(_ olds: ArraySlice<HashedChild>, _ news: ArraySlice<HashedChild>, _ depth: Int) {
        guard !isCut, !olds.isEmpty else { return }
        let content = ComparisonFold.Content.children(old: olds, new: news, depth: depth)
        rows.append(ComparisonRow(.fold(ComparisonFold(count: olds.count, content: content))))
    }

    private mutating func addEach(_ olds: ArraySlice<HashedChild>, _ news: ArraySlice<HashedChild>, _ depth: Int) {
        for (left, right) in zip(olds, news) { append(.same, summary(left, old, depth), summary(right, new, depth)) }
    }

    /// Adds the first rows of a fold, and a fold of the rest.
    mutating func unfold(_ olds: ArraySlice<HashedChild>, _ news: ArraySlice<HashedChild>, depth: Int) {
        addEach(olds.prefix(ComparisonFold.unfoldedCount), news.prefix(ComparisonFold.unfoldedCount), depth)
        fold(olds.dropFirst(ComparisonFold.unfoldedCount), news.dropFirst(ComparisonFold.unfoldedCount), depth)
    }

    // MARK: Texts

    private mutating func append(
        _ kind: ComparisonRow.Kind, _ left: String?, _ right: String?, place: JSONPlace? = nil, isReplacement: Bool = false,
        move: ComparisonRow.Move? = nil
    ) {
        guard !isCut else { return }
        let (left, right) = (left.map { ComparisonRow.Cell($0) }, right.map { ComparisonRow.Cell($0) })
        rows.append(ComparisonRow(kind, left: left, right: right, place: place, isReplacement: isReplacement, move: move))
    }

    private func indentation(_ depth: Int) -> String { String(repeating: "  ", count: min(depth, 40)) }

    private func isMember(_ child: HashedChild) -> Bool { child.nameStart < child.node.start }

    private func prefix(_ child: HashedChild, _ scanner: JSONScanner, _ depth: Int) -> String {
        indentation(depth) + (isMember(child) ? JSONValue.string(scanner.name(of: child)).compactText + ": " : "")
    }

    private func place(_ child: HashedChild, _ scanner: JSONScanner, _ parent: JSONPlace, _ index: Int) -> JSONPlace {
        isMember(child) ? parent.member(scanner.name(of: child)) : parent.element(index)
    }

    private func text(_ node: HashedNode, _ scanner: JSONScanner) -> String {
        let bytes = scanner.bytes[node.range]
        return String(decoding: bytes.prefix(1 << 14), as: UTF8.self) + (bytes.count > 1 << 14 ? "…" : "")
    }

    private func summary(_ child: HashedChild, _ scanner: JSONScanner, _ depth: Int) -> String {
        let bytes = scanner.bytes[child.node.range]
        var layout = JSONLayoutWriter(isCompact: true)
        layout.write(bytes.prefix(Self.summaryByteCount))
        let text = String(decoding: layout.bytes, as: UTF8.self) + (bytes.count > Self.summaryByteCount ? "…" : "")
        return prefix(child, scanner, depth) + text
    }

    private func lines(_ child: HashedChild, _ scanner: JSONScanner, _ depth: Int) -> [String] {
        lines(child.node, scanner, prefix(child, scanner, depth), depth)
    }

    private func lines(_ node: HashedNode, _ scanner: JSONScanner, _ prefix: String, _ depth: Int) -> [String] {
        var layout = JSONLayoutWriter(depth: depth, maxLineCount: Self.maxLineCount)
        layout.write(scanner.bytes[node.range])
        let lines = String(decoding: layout.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let all = [prefix + (lines.first ?? "")] + lines.dropFirst().map(String.init)
        return layout.isCut ? all + [indentation(depth + 1) + "…"] : all
    }
}

/// Formats a valid JSON text: a line for each value, or everything on one line.
struct JSONLayoutWriter {
    private(set) var bytes: [UInt8] = []
    /// True if lines were left out.
    private(set) var isCut = false
    private var depth: Int
    private var lineCount = 1
    private let maxLineCount: Int
    private let isCompact: Bool

    init(depth: Int = 0, maxLineCount: Int = .max, isCompact: Bool = false) {
        self.depth = depth
        self.maxLineCount = maxLineCount
        self.isCompact = isCompact
    }

    mutating func write(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        var isInString = false
        var isEscaped = false
        var opened = false
        for byte in text where !isCut {
            if isInString {
                bytes.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isInString = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !opened { breakLine() }
                bytes.append(byte)
                opened = false
                continue
            default: break
            }
            if opened { breakLine() }
            opened = false
            bytes.append(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                opened = true
            case UInt8(ascii: ","): breakLine()
            case UInt8(ascii: ":"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
    }

    private mutating func breakLine() {
        guard !isCompact else {
            if bytes.last == UInt8(ascii: ",") { bytes.append(UInt8(ascii: " ")) }
            return
        }
        guard lineCount < maxLineCount else { return isCut = true }
        lineCount += 1
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * min(depth, 40)))
    }
}
