/// The attributes of a tag.
enum MarkupAttributes {
    /// The names that stand between a tag's own name and its end.
    static func names(in range: Range<Int>, of bytes: UnsafeRawBufferPointer) -> [String] {
        var names: [String] = []
        var place = range.lowerBound
        while place < range.upperBound, bytes[place] != UInt8(ascii: ">") {
            let start = place
            while place < range.upperBound, isName(bytes[place]) { place += 1 }
            if place > start { names.append(String(decoding: bytes[start..<place], as: UTF8.self)) }
            place = afterValue(place, range.upperBound, bytes)
        }
        return names
    }

    /// Behind `= "value"`, or one byte further where there is no value.
    private static func afterValue(_ start: Int, _ end: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        var place = start
        while place < end, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "=") { place += 1 }
        guard place < end else { return end }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            guard bytes[start..<place].contains(UInt8(ascii: "=")) else { return max(place, start + (isName(quote) ? 0 : 1)) }
            while place < end, bytes[place] > 0x20, bytes[place] != UInt8(ascii: ">") { place += 1 }
            return place
        }
        place += 1
        while place < end, bytes[place] != quote { place += 1 }
        return min(end, place + 1)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        default: true
        }
    }
}
