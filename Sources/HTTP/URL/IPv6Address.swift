/// IPv6 addresses (URL Standard section 3.5; text form of RFC 4291 section 2.2, written as in RFC 5952).
enum IPv6Address {
    /// Eight 16-bit pieces; nil for failure.
    static func parse(_ text: Substring) -> [UInt16]? {
        let halves = splitAtDoubleColon(Array(text.utf8))
        guard halves.count <= 2, let head = pieces(halves[0], mayEndInIPv4: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return head.count == 8 ? head : nil }
        guard let tail = pieces(halves[1], mayEndInIPv4: true), head.count + tail.count <= 7 else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// Lower case, the longest run of at least two zeros as `::`, the first of equals.
    static func serialize(_ pieces: [UInt16]) -> String {
        guard let run = longestZeroRun(pieces) else { return join(pieces[...]) }
        return join(pieces[..<run.lowerBound]) + "::" + join(pieces[run.upperBound...])
    }

    private static func join(_ pieces: ArraySlice<UInt16>) -> String {
        pieces.map { String($0, radix: 16) }.joined(separator: ":")
    }

    private static func longestZeroRun(_ pieces: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < pieces.count {
            let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.count
            if end - start > max(1, best?.count ?? 0) { best = start..<end }
            start = max(end, start + 1)
        }
        return best
    }

    /// One part, or the two around `::`; more than two for a second `::`.
    private static func splitAtDoubleColon(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index + 1 < bytes.count {
            if bytes[index] == 0x3A, bytes[index + 1] == 0x3A {
                parts.append(bytes[start..<index])
                start = index + 2
                index = start
            } else {
                index += 1
            }
        }
        return parts + [bytes[start...]]
    }

    private static func pieces(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
        if bytes.isEmpty { return [] }
        var parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
        var tail: [UInt16] = []
        if mayEndInIPv4, let last = parts.last, last.contains(0x2E) {
            guard let pair = ipv4(last) else { return nil }
            tail = pair
            parts.removeLast()
        }
        var result: [UInt16] = []
        for part in parts {
            guard (1...4).contains(part.count), part.allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
            result.append(part.reduce(0) { $0 << 4 | UInt16(ASCII.hexValue($1) ?? 0) })
        }
        return result + tail
    }

    /// Four decimal parts without leading zeros, as two pieces.
    private static func ipv4(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
        let parts = bytes.split(separator: 0x2E, omittingEmptySubsequences: false).map { part -> UInt16? in
            guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit), part.count == 1 || part.first != 0x30 else { return nil }
            let number = part.reduce(UInt16(0)) { $0 * 10 + UInt16($1 - 0x30) }
            return number <= 255 ? number : nil
        }
        let numbers = parts.compactMap { $0 }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
    }
}
