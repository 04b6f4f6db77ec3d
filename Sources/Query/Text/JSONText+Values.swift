/// What strings and numbers say, and whether values are equal.
extension JSONText {
    /// Values that are compared may be nested so deep; each level costs stack.
    private static let depthLimit = 2000

    /// A string without its escapes, in UTF-8; halves of surrogate pairs become U+FFFD.
    func string(_ range: Range<Int>) -> [UInt8] {
        let inner = range.lowerBound + 1..<Swift.max(range.lowerBound + 1, range.upperBound - 1)
        let raw = bytes[inner.clamped(to: 0..<bytes.count)]
        guard raw.contains(UInt8(ascii: "\\")) else { return Array(raw) }
        return JSONEscapes.decoded(raw)
    }

    func string(_ value: Int) -> [UInt8] { string(value..<endOfString(value)) }

    /// Whether a name in quotes is that one.
    @inline(__always)
    func isName(_ range: Range<Int>, _ name: [UInt8]) -> Bool {
        let raw = bytes[range.lowerBound + 1..<Swift.max(range.lowerBound + 1, range.upperBound - 1)]
        if raw.count == name.count, raw.elementsEqual(name) { return !name.contains(UInt8(ascii: "\\")) }
        return raw.count > name.count && raw.contains(UInt8(ascii: "\\")) && JSONEscapes.decoded(raw) == name
    }

    func number(_ value: Int) -> Double {
        Double(String(decoding: bytes[value..<end(of: value)], as: UTF8.self)) ?? .nan
    }

    func word(_ value: Int) -> Slice<UnsafeRawBufferPointer> { bytes[value..<end(of: value)] }

    /// The value of a member; of the last one where several have the name, as in ECMAScript.
    func member(_ name: [UInt8], of object: Int) -> Int? {
        var found: Int?
        for child in children(of: object) {
            if let place = child.name, isName(place, name) { found = child.value }
        }
        return found
    }

    /// Whether two values are equal (RFC 9535, section 2.3.5.2.2): the order of members does not count.
    func areEqual(_ left: Int, _ right: Int, depth: Int = 0) throws(QueryError) -> Bool {
        guard depth < Self.depthLimit else {
            throw QueryError(.limit, "Values of more than \(Self.depthLimit) levels are not compared.")
        }
        let kind = kind(of: left)
        guard kind == self.kind(of: right) else { return false }
        switch kind {
        case .string: return string(left) == string(right)
        case .number: return word(left).elementsEqual(word(right)) || number(left) == number(right)
        case .word: return word(left).elementsEqual(word(right))
        case .array: return try areEqualArrays(left, right, depth + 1)
        case .object: return try areEqualObjects(left, right, depth + 1)
        }
    }

    private func areEqualArrays(_ left: Int, _ right: Int, _ depth: Int) throws(QueryError) -> Bool {
        var others = children(of: right)
        for child in children(of: left) {
            guard let other = others.next(), try areEqual(child.value, other.value, depth: depth) else { return false }
        }
        return others.next() == nil
    }

    private func areEqualObjects(_ left: Int, _ right: Int, _ depth: Int) throws(QueryError) -> Bool {
        let members = members(of: left)
        let others = self.members(of: right)
        guard members.count == others.count else { return false }
        for (name, value) in members {
            guard let other = others[name], try areEqual(value, other, depth: depth) else { return false }
        }
        return true
    }

    private func members(of object: Int) -> [[UInt8]: Int] {
        var members: [[UInt8]: Int] = [:]
        for child in children(of: object) {
            if let name = child.name { members[string(name)] = child.value }
        }
        return members
    }
}

/// The escapes of JSON's strings (RFC 8259, section 7).
enum JSONEscapes {
    static func decoded(_ raw: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var offset = raw.startIndex
        while offset < raw.endIndex {
            let byte = raw[offset]
            offset += 1
            guard byte == UInt8(ascii: "\\"), offset < raw.endIndex else {
                result.append(byte)
                continue
            }
            let letter = raw[offset]
            offset += 1
            if letter == UInt8(ascii: "u") { appendUnit(&result, raw, &offset) } else { result.append(plain(letter)) }
        }
        return result
    }

    private static func plain(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    private static func appendUnit(_ result: inout [UInt8], _ raw: Slice<UnsafeRawBufferPointer>, _ offset: inout Int) {
        let first = unit(raw, at: offset)
        offset = min(offset + 4, raw.endIndex)
        var scalar = Unicode.Scalar(first)
        if UTF16.isLeadSurrogate(first), offset + 6 <= raw.endIndex, raw[offset] == UInt8(ascii: "\\"), raw[offset + 1] == UInt8(ascii: "u")
        {
            let second = unit(raw, at: offset + 2)
            if UTF16.isTrailSurrogate(second) {
                scalar = UTF16.decode(UTF16.EncodedScalar([first, second]))
                offset += 6
            }
        }
        result += Array(String(scalar ?? "\u{FFFD}").utf8)
    }

    private static func unit(_ raw: Slice<UnsafeRawBufferPointer>, at offset: Int) -> UInt16 {
        let digits = raw[offset..<min(offset + 4, raw.endIndex)]
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
    }
}
