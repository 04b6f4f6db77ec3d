import CDocumentScan

/// The lines of formatted JSON: a line break follows each separator and each opening bracket, and precedes each closing bracket. Empty
/// containers stay on one line, and values at the top level have their own lines.
///
/// The grammar is total: brackets need not match, a backslash escapes the next byte everywhere, an unterminated string lasts to the end.
/// Control characters outside strings are whitespace.
enum JSONLines {
    static func line(in bytes: UnsafeRawBufferPointer, at start: Int, depth: Int, limit: Int) -> ScannedLine? {
        var scan = Scan(start: start, depth: depth)
        let stop = min(limit, bytes.count)
        while scan.offset < stop {
            let byte = bytes[scan.offset]
            if byte <= 0x20 {
                if byte == 0x0A, scan.depth == 0 { scan.breaksBeforeNext = true }
                scan.offset += 1
            } else if scan.breaks(before: byte) {
                return scan.line(next: scan.offset)
            } else {
                scan.indexByte(byte, in: bytes, stop: stop)
            }
        }
        return stop == bytes.count ? scan.line(next: stop) : nil
    }

    static func skipSpace(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        var offset = offset
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        return offset
    }

    /// The offset after a string, at most `stop`. Begins after the opening quote.
    static func endOfString(in bytes: UnsafeRawBufferPointer, from start: Int, stop: Int) -> Int {
        var offset = start
        while offset < stop {
            let byte = bytes[offset]
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { break }
        }
        return min(offset, stop)
    }

    /// The state within a line.
    private struct Scan {
        let start: Int
        var offset: Int
        var end: Int
        var depth: Int
        var lineDepth: Int
        var closes = false
        var afterOpen = false
        var separates = false
        var breaksBeforeNext = false

        init(start: Int, depth: Int) {
            self.start = start
            offset = start
            end = start
            self.depth = depth
            lineDepth = depth
        }

        func breaks(before byte: UInt8) -> Bool {
            guard offset > start else { return false }
            let isClosing = byte | 0x20 == UInt8(ascii: "}")
            return breaksBeforeNext || (isClosing ? !afterOpen : afterOpen)
        }

        mutating func indexByte(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, stop: Int) {
            var next = offset + 1
            let wasAfterOpen = afterOpen
            afterOpen = false
            switch byte {
            case UInt8(ascii: "\""): next = JSONLines.endOfString(in: bytes, from: next, stop: stop)
            case UInt8(ascii: "\\"): next = min(next + 1, stop)
            case UInt8(ascii: ","):
                separates = true
                breaksBeforeNext = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                afterOpen = true
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close(isEmptyPair: wasAfterOpen)
            default: break
            }
            offset = next
            end = next
        }

        private mutating func close(isEmptyPair: Bool) {
            depth = max(0, depth - 1)
            if offset == start {
                lineDepth = depth
                closes = true
            }
            if depth == 0 { breaksBeforeNext = true }
        }

        func line(next: Int) -> ScannedLine {
            ScannedLine(
                range: start..<end, next: next, depth: lineDepth, depthAfter: depth, opens: afterOpen, closes: closes, separates: separates)
        }
    }
}

/// The structure of 64 bytes of JSON, as bit masks with one bit for each byte.
struct JSONBlock {
    /// Separators, opening and closing brackets outside strings.
    let comma: UInt64
    let open: UInt64
    let close: UInt64
    /// All bytes except whitespace outside strings.
    let shown: UInt64
    /// Bytes outside strings that are not escaped.
    let plain: UInt64

    /// - Parameters:
    ///   - bytes: 64 bytes.
    ///   - carry: the state after the block before; updated for the next one.
    ///   - count: the number of valid bytes; the others must be spaces.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, carry: inout JSONBits.Carry, count: Int = 64) {
        let seen = scan_json_block(bytes)
        let bits = JSONBits(seen, carry: &carry)
        plain = bits.plain
        comma = seen.comma & plain
        open = seen.open & plain
        close = seen.close & plain
        shown = ~(seen.space & plain) & .below(count)
    }
}

/// The strings and escapes in 64 bytes of JSON, as bit masks.
struct JSONBits {
    /// The state carried from one block to the next.
    struct Carry: Sendable {
        var isEscaped: UInt64 = 0
        var inString: UInt64 = 0
    }

    /// Bytes escaped by a backslash.
    let escaped: UInt64
    /// Quotes that begin or end a string.
    let quote: UInt64
    /// Strings with the opening quote and without the closing one.
    let string: UInt64

    /// Bytes outside strings that are not escaped.
    @inline(__always)
    var plain: UInt64 { ~(string | escaped) }

    @inline(__always)
    init(_ seen: scan_json, carry: inout Carry) {
        escaped = Self.escaped(seen.backslash, carry: &carry.isEscaped)
        quote = seen.quote & ~escaped
        string = Self.prefixXor(quote) ^ carry.inString
        carry.inString = string >> 63 == 1 ? ~0 : 0
    }

    /// The bytes after an odd number of backslashes. An addition tells apart runs of backslashes that start at odd and at even places, as
    /// in "Parsing Gigabytes of JSON per Second" (Langdale, Lemire 2019), section 3.1.1.
    @inline(__always)
    private static func escaped(_ backslash: UInt64, carry: inout UInt64) -> UInt64 {
        guard backslash != 0 else {
            defer { carry = 0 }
            return carry
        }
        let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
        let potential = backslash & ~carry
        let maybeEscaped = potential << 1
        let series = (maybeEscaped | odd) &- potential
        let escapes = series ^ odd
        let escaped = escapes ^ (backslash | carry)
        carry = (escapes & backslash) >> 63
        return escaped
    }

    /// Replaces each bit by the parity of itself and all lower bits.
    @inline(__always)
    private static func prefixXor(_ bits: UInt64) -> UInt64 {
        var bits = bits
        bits ^= bits << 1
        bits ^= bits << 2
        bits ^= bits << 4
        bits ^= bits << 8
        bits ^= bits << 16
        bits ^= bits << 32
        return bits
    }
}

/// Bit masks of 64 bytes; the lowest bit is the first byte.
extension UInt64 {
    /// All bits below a position from 0 to 64.
    @inline(__always)
    static func below(_ place: Int) -> UInt64 {
        place >= 64 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: place)) &- 1
    }

    /// The lowest set bit.
    @inline(__always)
    var lowest: UInt64 { self & (~self &+ 1) }
}
