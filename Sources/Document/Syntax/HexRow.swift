/// The text of one row of the hexadecimal view: place, sixteen bytes, the same bytes as text.
enum HexRow {
    static let width = 16

    static func line(_ row: Int, in bytes: UnsafeRawBufferPointer) -> DisplayLine {
        let start = row * width
        let slice = bytes[start..<min(start + width, bytes.count)]
        var text = LineText()
        text.append(hex(start, digits: bytes.count > 0xFFFF_FFFF ? 12 : 8), .offset)
        for index in 0..<width {
            text.append(index % 8 == 0 ? [0x20, 0x20] : [0x20], .plain)
            let byte = index < slice.count ? slice[start + index] : nil
            text.append(byte.map { hex(Int($0), digits: 2) } ?? [0x20, 0x20], byte == 0 ? .comment : .number)
        }
        text.append([0x20, 0x20], .plain)
        for byte in slice { text.append([isPrintable(byte) ? byte : UInt8(ascii: ".")], isPrintable(byte) ? .string : .comment) }
        return DisplayLine(
            row: row, line: row, isContinuation: false, indent: 0, text: String(decoding: text.bytes, as: UTF8.self), spans: text.spans,
            fold: .none, offset: start)
    }

    static func rowCount(_ byteCount: Int) -> Int { (byteCount + width - 1) / width }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

    private static func hex(_ value: Int, digits: Int) -> [UInt8] {
        let text = String(value, radix: 16)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, digits - text.utf8.count)) + Array(text.utf8)
    }
}
