import JSON

/// The reason why bytes are not compared as JSON.
enum JSONScanError: Error {
    case notJSON
    case cancelled
}

/// A value in a JSON text, with the hash of its content: equal values have equal hashes in every notation.
struct HashedNode: Hashable, Sendable {
    /// The hash of every element that is ignored.
    static let ignoredHash: UInt64 = 2

    var start: UInt32
    var end: UInt32
    var hash: UInt64

    init(start: UInt32, hash: UInt64, end: Int) {
        (self.start, self.hash, self.end) = (start, hash, UInt32(end))
    }

    var range: Range<Int> { Int(start)..<Int(end) }
}

/// A member of an object or an element of an array.
struct HashedChild: Hashable, Sendable {
    var node: HashedNode
    /// The start of the member's name, at its quote; the start of the value for elements.
    var nameStart: UInt32
    /// The hash of the member's name, or the index of the element.
    var key: UInt64
    /// The place in the automaton of ignored paths.
    var place: IgnoredPaths.Place

    /// True for an element that is ignored; ignored members are not children.
    var isIgnored: Bool { node.hash == HashedNode.ignoredHash }
}

/// Reads a JSON text (RFC 8259) without building values: one pass computes the hash of a value, another one finds the children of a
/// container.
///
/// The hashes of large containers are cached, so that reading a tree level by level costs little more than reading it once.
struct JSONScanner {
    private static let maxDepth = 512
    /// The minimum size of a container whose hash is cached, and the maximum number of cached hashes.
    private static let (keptByteCount, maxKeptCount) = (512, 1 << 20)

    let bytes: UnsafeBufferPointer<UInt8>
    let rules: IgnoreRules
    private let ignored: IgnoredPaths
    private let hash: ContentHash
    private var position = 0
    private var depth = 0
    private var kept: [UInt32: HashedNode] = [:]
    /// The members read so far of the objects that enclose the position, innermost last.
    private var members: [(name: UInt64, hash: UInt64)] = []
    private var nextCheck = 1 << 20

    init(_ bytes: UnsafeRawBufferPointer, rules: IgnoreRules, hash: ContentHash) {
        self.bytes = bytes.assumingMemoryBound(to: UInt8.self)
        self.rules = rules
        ignored = IgnoredPaths(rules)
        self.hash = hash
    }

    var rootPlace: IgnoredPaths.Place { ignored.root }

    /// Reads the whole text.
    mutating func root() throws(JSONScanError) -> HashedNode {
        guard bytes.count < UInt32.max else { throw .notJSON }
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        skipSpace()
        let node = try node(ignored.root)
        skipSpace()
        guard position == bytes.count else { throw .notJSON }
        return node
    }

    /// The children of an array, or the children of an object that are not ignored, in order.
    mutating func children(of node: HashedNode, at place: IgnoredPaths.Place) throws(JSONScanError) -> [HashedChild] {
        position = Int(node.start)
        depth = 0
        var children: [HashedChild] = []
        _ = try container(place) { children.append($0) }
        return children
    }

    /// The kind of a value: its first byte, `0` for all numbers.
    func kind(of node: HashedNode) -> UInt8 {
        let first = bytes[Int(node.start)]
        return first == UInt8(ascii: "-") || first > UInt8(ascii: "0") && first <= UInt8(ascii: "9") ? UInt8(ascii: "0") : first
    }

    /// True for arrays and objects.
    func isContainer(_ node: HashedNode) -> Bool { isObject(node) || bytes[Int(node.start)] == UInt8(ascii: "[") }

    func isObject(_ node: HashedNode) -> Bool { bytes[Int(node.start)] == UInt8(ascii: "{") }

    // MARK: Values

    private mutating func node(_ place: IgnoredPaths.Place) throws(JSONScanError) -> HashedNode {
        let start = UInt32(position)
        guard peek | 0x20 == UInt8(ascii: "{") else { return HashedNode(start: start, hash: try scalar(), end: position) }
        if let known = kept[start] {
            position = Int(known.end)
            return known
        }
        let node = HashedNode(start: start, hash: try container(place) { _ in }, end: position)
        if node.range.count >= Self.keptByteCount, kept.count < Self.maxKeptCount { kept[start] = node }
        return node
    }

    private mutating func scalar() throws(JSONScanError) -> UInt64 {
        switch peek {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "t"): return try word("true")
        case UInt8(ascii: "f"): return try word("false")
        case UInt8(ascii: "n"): return try word("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw .notJSON
        }
    }

    /// Reads an array or object and returns its hash, which depends on the order of elements but not of members.
    private mutating func container(
        _ place: IgnoredPaths.Place, each: (HashedChild) -> Void
    ) throws(JSONScanError) -> UInt64 {
        let isObject = peek == UInt8(ascii: "{")
        let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        guard depth < Self.maxDepth else { throw .notJSON }
        depth += 1
        defer { depth -= 1 }
        position += 1
        skipSpace()
        var (hash, index) = (UInt64(close), 0)
        let memberStart = members.count
        if !consume(close) {
            repeat {
                try checkCancelled()
                var child = try child(ofObject: isObject, at: place, index: index)
                index += 1
                if place != 0, ignored.isIgnored(child.place) {
                    // Elements keep their positions.
                    child.node.hash = HashedNode.ignoredHash
                    if !isObject { each(child) }
                    continue
                }
                if isObject {
                    members.append((child.key, ContentHash.mixed(child.key, child.node.hash)))
                } else {
                    hash = rules.order ? hash &+ ContentHash.mixed(1, child.node.hash) : ContentHash.mixed(hash, child.node.hash)
                }
                each(child)
            } while try another(before: close)
        }
        if isObject { hash &+= hashMembers(from: memberStart) }
        return ContentHash.mixed(hash, UInt64(close))
    }

    /// The maximum number of members whose names are compared with each other.
    private static let maxComparedCount = 16

    /// The sum of the hashes of an object's members. Of duplicate names the last one counts, as in ECMAScript.
    private mutating func hashMembers(from start: Int) -> UInt64 {
        let end = members.count
        defer { members.removeLast(end - start) }
        if end - start > Self.maxComparedCount {
            var last: [UInt64: UInt64] = [:]
            for index in start..<end { last[members[index].name] = members[index].hash }
            return last.values.reduce(0, &+)
        }
        var sum: UInt64 = 0
        for index in start..<end where !(index + 1..<end).contains(where: { members[$0].name == members[index].name }) {
            sum &+= members[index].hash
        }
        return sum
    }

    private mutating func child(
        ofObject isObject: Bool, at place: IgnoredPaths.Place, index: Int
    ) throws(JSONScanError) -> HashedChild {
        let nameStart = position
        var (key, childPlace) = (UInt64(index), IgnoredPaths.Place(0))
        if isObject {
            guard peek == UInt8(ascii: "\"") else { throw .notJSON }
            key = try string(isName: true)
            if place != 0 { childPlace = ignored.place(of: self.string(at: nameStart..<position), in: place) }
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw .notJSON }
            skipSpace()
        } else if place != 0 {
            childPlace = ignored.place(of: String(index), in: place)
        }
        let node = try node(childPlace)
        skipSpace()
        return HashedChild(node: node, nameStart: UInt32(nameStart), key: key, place: childPlace)
    }

    private mutating func another(before close: UInt8) throws(JSONScanError) -> Bool {
        if consume(UInt8(ascii: ",")) {
            skipSpace()
            return true
        }
        guard consume(close) else { throw .notJSON }
        return false
    }

    private mutating func checkCancelled() throws(JSONScanError) {
        guard position >= nextCheck else { return }
        nextCheck = position + 1 << 20
        if Task.isCancelled { throw .cancelled }
    }

    // MARK: Scalars

    private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte, position < bytes.count else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONScanError) -> UInt64 {
        let hash = ContentHash.mixed(UInt64(peek), UInt64(word.utf8CodeUnitCount))
        for offset in 0..<word.utf8CodeUnitCount {
            // The offset is below the count of the static string, which is ASCII.
            guard consume(word.utf8Start[offset]) else { throw .notJSON }
        }
        return hash
    }

    /// Reads the string that begins here; the hash is that of its content without escapes.
    private mutating func string(isName: Bool = false) throws(JSONScanError) -> UInt64 {
        let start = position
        position += 1
        var (isPlain, isASCII) = (true, true)
        while true {
            guard position < bytes.count else { throw .notJSON }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") { break }
            guard byte >= 0x20 else { throw .notJSON }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                try skipEscape()
            } else {
                isASCII = isASCII && byte < 0x80
                position += 1
            }
        }
        let content = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start + 1..<position])
        position += 1
        if !isASCII, String(validating: content, as: UTF8.self) == nil { throw .notJSON }
        if !isPlain {
            let text = JSONEscapes(decoding: content[...])
            guard text.isWhole else { throw .notJSON }
            return text.decoded.withUnsafeBytes { hash($0) }
        }
        if !isName, rules.ignores(content) { return 1 }
        return hash(content)
    }

    private mutating func skipEscape() throws(JSONScanError) {
        position += 1
        let byte = peek
        guard "\"\\/bfnrtu".utf8.contains(byte) else { throw .notJSON }
        position += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard Character(Unicode.Scalar(peek)).isHexDigit else { throw .notJSON }
            position += 1
        }
    }

    /// The content of a string at a range, quotes included.
    func string(at range: Range<Int>) -> String {
        let content = UnsafeRawBufferPointer(bytes)[range.dropFirst().dropLast()]
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        return String(decoding: JSONEscapes(decoding: content).decoded, as: UTF8.self)
    }

    /// Reads a number; the hash is that of its value: `1`, `1.0` and `10e-1` are equal.
    private mutating func number() throws(JSONScanError) -> UInt64 {
        let start = position
        let isNegative = consume(UInt8(ascii: "-"))
        var value = NumberHash()
        let startsWithZero = peek == UInt8(ascii: "0")
        let wholeCount = try digits { value.add($0) }
        guard !startsWithZero || wholeCount == 1 else { throw .notJSON }
        var exponent = consume(UInt8(ascii: ".")) ? -(try digits { value.add($0) }) : 0
        if peek | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isMinus = consume(UInt8(ascii: "-"))
            if !isMinus { _ = consume(UInt8(ascii: "+")) }
            let first = position
            _ = try digits { _ in }
            guard let power = Int(String(decoding: bytes[first..<position], as: UTF8.self)), power < 1 << 60 else {
                // Too large to normalize: such numbers are equal if their texts are.
                return hash(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start..<position]))
            }
            exponent += isMinus ? -power : power
        }
        return value.hash(isNegative: isNegative, exponent: exponent)
    }

    /// Reads one or more digits and returns their count.
    private mutating func digits(_ each: (UInt8) -> Void) throws(JSONScanError) -> Int {
        let start = position
        while peek >= UInt8(ascii: "0"), peek <= UInt8(ascii: "9") {
            each(peek)
            position += 1
        }
        guard position > start else { throw .notJSON }
        return position - start
    }
}

/// The hash of a number's digits without leading and trailing zeros.
private struct NumberHash {
    private var mantissa: UInt64 = 0
    private var zeros = 0

    mutating func add(_ digit: UInt8) {
        guard digit != UInt8(ascii: "0") else { return zeros += mantissa == 0 ? 0 : 1 }
        for _ in 0..<zeros { mantissa = ContentHash.mixed(mantissa, UInt64(UInt8(ascii: "0"))) }
        zeros = 0
        mantissa = ContentHash.mixed(mantissa, UInt64(digit))
    }

    func hash(isNegative: Bool, exponent: Int) -> UInt64 {
        guard mantissa != 0 else { return ContentHash.mixed(0, 1) }
        return ContentHash.mixed(mantissa, UInt64(bitPattern: Int64(exponent + zeros)) ^ (isNegative ? 1 << 63 : 0))
    }
}
