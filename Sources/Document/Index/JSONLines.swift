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
                scan.take(byte, in: bytes, stop: stop)
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

        mutating func take(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, stop: Int) {
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
