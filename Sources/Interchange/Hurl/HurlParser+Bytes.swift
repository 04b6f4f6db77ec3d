// The bytes of the file, and the place in them.
extension HurlParser {
    var isAtEnd: Bool { position >= bytes.count }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    func starts(with text: String) -> Bool { bytes[min(position, bytes.count)...].starts(with: text.utf8) }

    mutating func word(_ isMember: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, isMember(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    mutating func skipBlanks() { while next == 0x20 || next == 0x09 { position += 1 } }

    /// Skips space within JSON.
    mutating func skipSpace() { while let byte = next, byte <= 0x20 { position += 1 } }

    /// Skips empty lines and comments, and gives the comments.
    mutating func skipLines() -> [String] {
        var comments: [String] = []
        while !isAtEnd {
            let start = position
            skipBlanks()
            if next == UInt8(ascii: "\r") { position += 1 }
            if next == UInt8(ascii: "\n") {
                position += 1
            } else if next == UInt8(ascii: "#") {
                let text = word { $0 != UInt8(ascii: "\n") }
                comments.append(String(text.drop { $0 == "#" }.trimmingBlanks))
                position += isAtEnd ? 0 : 1
            } else {
                if !isAtEnd { position = start }
                break
            }
        }
        return comments
    }

    /// Passes the end of a line, with a comment before it.
    mutating func endOfLine() throws(ImportError) {
        skipBlanks()
        if next == UInt8(ascii: "#") { _ = word { $0 != UInt8(ascii: "\n") } }
        if next == UInt8(ascii: "\r") { position += 1 }
        guard isAtEnd || next == UInt8(ascii: "\n") else { throw error("Expected the end of the line") }
        position += isAtEnd ? 0 : 1
    }

    /// The line of the position, from 1.
    var line: Int { bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1 }

    func error(_ message: String) -> ImportError {
        let end = min(position, bytes.count)
        let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = bytes[start..<end].count { $0 & 0xC0 != 0x80 } + 1
        let found = String(decoding: bytes[end...].prefix(40).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ImportError("\(message), found \(found.isEmpty ? "the end" : "“\(found)”").", at: .line(line, column: column))
    }
}
