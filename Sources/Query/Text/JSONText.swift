/// A JSON text that is read where it stands: a value is the offset of its first byte, and what it holds is found by passing over the rest.
///
/// What is no JSON never reads outside the bytes and always ends.
struct JSONText {
    enum Kind {
        case object, array, string, number, word
    }

    let bytes: UnsafeRawBufferPointer
    private let ends = ContainerEnds()

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    func kind(of value: Int) -> Kind {
        switch bytes[value] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        default: .word
        }
    }

    /// The first place from here on that is no space; a byte order mark counts as one.
    @inline(__always)
    func skipSpace(_ offset: Int) -> Int {
        var offset = offset
        if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        return offset
    }

    /// One past the last byte of a value.
    func end(of value: Int) -> Int {
        switch kind(of: value) {
        case .object, .array: endOfContainer(value)
        case .string: endOfString(value)
        case .number, .word: endOfScalar(value)
        }
    }

    @inline(__always)
    func endOfString(_ start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") { return offset + 1 }
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return bytes.count
    }

    private func endOfScalar(_ start: Int) -> Int {
        var offset = start
        while offset < bytes.count, !Self.endsScalar(bytes[offset]) { offset += 1 }
        // A stray separator is passed over, so that nobody waits here for ever.
        return max(offset, min(start + 1, bytes.count))
    }

    private func endOfContainer(_ start: Int) -> Int {
        var depth = 0
        var offset = start
        var isLong = false
        defer { if isLong { ends.note(passed: offset - start) } }
        while offset < bytes.count {
            if !isLong, offset - start > ContainerEnds.shortest {
                isLong = true
                if let end = ends.end(of: start, in: self) { return end }
            }
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return offset + 1 }
            case UInt8(ascii: "\""):
                offset = endOfString(offset)
                continue
            default: break
            }
            offset += 1
        }
        return bytes.count
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "\""):
            true
        default: false
        }
    }
}

extension JSONText {
    /// What a container holds, in order.
    struct Children: Sequence, IteratorProtocol {
        /// A value with the place of its name, quotes included, where it has one.
        struct Child {
            var name: Range<Int>?
            var value: Int
        }

        private let text: JSONText
        private let isObject: Bool
        private var offset: Int
        private var last: Int?

        init(_ text: JSONText, of container: Int) {
            self.text = text
            isObject = text.kind(of: container) == .object
            offset = isObject || text.kind(of: container) == .array ? container + 1 : text.bytes.count
        }

        mutating func next() -> Child? {
            if let last { offset = text.end(of: last) }
            last = nil
            skipSeparators()
            guard offset < text.bytes.count, !isEnd(text.bytes[offset]) else { return nil }
            var child = Child(name: nil, value: offset)
            if isObject, text.kind(of: offset) == .string {
                child.name = offset..<text.endOfString(offset)
                offset = child.name?.upperBound ?? offset
                skipSeparators()
                guard offset < text.bytes.count, !isEnd(text.bytes[offset]) else { return nil }
                child.value = offset
            }
            last = child.value
            return child
        }

        private func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") }

        private mutating func skipSeparators() {
            while offset < text.bytes.count {
                let byte = text.bytes[offset]
                guard byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else { return }
                offset += 1
            }
        }
    }

    func children(of container: Int) -> Children { Children(self, of: container) }

    /// A value and everything in it, each container before what it holds: the order in which they stand.
    struct Descendants: Sequence, IteratorProtocol {
        private let text: JSONText
        private var offset: Int
        private var depth = 0
        private var isDone = false

        init(_ text: JSONText, of value: Int) {
            self.text = text
            offset = value
        }

        mutating func next() -> Int? {
            while !isDone, offset < text.bytes.count {
                let place = offset
                switch text.bytes[place] {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    offset += 1
                    return place
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    offset += 1
                    isDone = depth <= 0
                case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"): offset += 1
                default:
                    let isString = text.kind(of: place) == .string
                    offset = text.end(of: place)
                    // A name is followed by a colon and is no value.
                    if isString, isName() { continue }
                    isDone = depth == 0
                    return place
                }
            }
            return nil
        }

        private func isName() -> Bool {
            let next = text.skipSpace(offset)
            return next < text.bytes.count && text.bytes[next] == UInt8(ascii: ":")
        }
    }

    func descendants(of value: Int) -> Descendants { Descendants(self, of: value) }
}
