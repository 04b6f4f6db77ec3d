/// Keys and values in lines of the pretty form of JSON.
struct JSONNodes {
    let structure: StructureReader

    /// So many steps of a path are looked for.
    private static let pathLimit = 256

    /// A key of more bytes is not found, nor is its value.
    private static let keyLimit = 1 << 20

    /// The key of a line with its quotes, where it has one.
    func key(of line: NumberedLine) -> Range<Int>? {
        var tokens = tokens(of: line)
        guard let first = tokens.next(), first.kind == .key else { return nil }
        return first.range
    }

    /// The value that begins in a line, whole; for a line that closes a container, that container.
    func value(of line: NumberedLine) -> Range<Int>? {
        if line.scanned.closes {
            guard let parent = structure.ancestors(of: line, limit: 1).first else { return nil }
            return value(of: parent.opening)
        }
        var tokens = tokens(of: line)
        guard var first = tokens.next() else { return nil }
        if first.kind == .key, tokens.next() != nil, let value = tokens.next() { first = value }
        let start = first.range.lowerBound
        if line.scanned.opens { return start..<(end(ofContainerIn: line) ?? structure.index.end) }
        let end = line.scanned.range.upperBound - (line.scanned.separates ? 1 : 0)
        return start..<Self.withoutSpace(end, after: start, in: structure.bytes)
    }

    /// The way to a line from the outside in; for a line that closes a container, to that container.
    func path(to line: NumberedLine) -> DocumentPath {
        var line = line
        var ancestors = structure.ancestors(of: line, limit: Self.pathLimit + 1)
        if line.scanned.closes, !ancestors.isEmpty { line = ancestors.removeFirst().opening }
        let isTruncated = ancestors.count > Self.pathLimit
        var components: [DocumentPath.Component] = []
        for ancestor in ancestors.prefix(Self.pathLimit) {
            components.append(component(of: line, in: ancestor))
            line = ancestor.opening
        }
        return DocumentPath(components.reversed(), isTruncated: isTruncated)
    }

    private func component(of line: NumberedLine, in ancestor: Ancestor) -> DocumentPath.Component {
        let isObject = structure.bytes[ancestor.opening.scanned.range.upperBound - 1] == UInt8(ascii: "{")
        guard isObject, let key = key(of: line) else { return .index(ancestor.childIndex) }
        let text = key.lowerBound + 1..<max(key.lowerBound + 1, key.upperBound - 1)
        return .key(String(decoding: structure.bytes[text], as: UTF8.self))
    }

    private func end(ofContainerIn opening: NumberedLine) -> Int? {
        structure.closing(of: opening).map { $0.scanned.range.lowerBound + 1 }
    }

    private func tokens(of line: NumberedLine) -> JSONTokens {
        let range = line.scanned.range
        return JSONTokens(structure.bytes, in: range.lowerBound..<min(range.upperBound, range.lowerBound + Self.keyLimit))
    }

    private static func withoutSpace(_ end: Int, after start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = end
        while end > start + 1, bytes[end - 1] <= 0x20 { end -= 1 }
        return end
    }
}
