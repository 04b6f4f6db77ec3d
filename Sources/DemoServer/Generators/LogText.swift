import Hashing
import Platform

/// Lines of a log with an exact total size. The last line is cut to fit.
struct LogText: BodyStream {
    private static let pieceSize = 64 << 10
    /// 2026-01-01T00:00:00Z.
    private static let firstMoment = 1_767_225_600
    private static let levels = ["DEBUG", "INFO ", "INFO ", "INFO ", "WARN ", "ERROR"].map { Array($0.utf8) }
    private static let messages = [
        "request answered", "cache missed, asking the origin", "connection kept for the next request", "slow query",
        "token refreshed", "queue drained", "retrying after 503", "configuration read again", "naïve client sent “latin-1”",
    ].map { Array($0.utf8) }

    private let byteCount: Int
    private var generator: SplitMix64
    private var written = 0
    private var milliseconds = 0
    /// The current second as text, which is the same for many lines.
    private var second = -1
    private var secondText: [UInt8] = []

    init(byteCount: Int, seed: UInt64) {
        self.byteCount = byteCount
        generator = SplitMix64(seed: seed)
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        let room = byteCount - written
        while piece.count < min(Self.pieceSize, room) { appendLine(to: &piece) }
        if piece.count >= room {
            piece.removeLast(piece.count - room)
            endLine(&piece)
        }
        written += piece.count
        return written == byteCount ? .end : .more
    }

    private mutating func appendLine(to piece: inout [UInt8]) {
        milliseconds += generator.next(below: 40)
        appendTime(to: &piece)
        piece.append(contentsOf: Self.levels[generator.next(below: Self.levels.count)])
        piece.append(contentsOf: " [worker-".utf8)
        piece.append(decimal: generator.next(below: 16))
        piece.append(contentsOf: "] ".utf8)
        piece.append(contentsOf: Self.messages[generator.next(below: Self.messages.count)])
        piece.append(contentsOf: " id=".utf8)
        piece.append(hexadecimal: generator.next(), width: 12)
        piece.append(contentsOf: " bytes=".utf8)
        piece.append(decimal: generator.next(below: 100_000))
        piece.append(UInt8(ascii: "\n"))
    }

    private mutating func appendTime(to piece: inout [UInt8]) {
        if milliseconds / 1000 != second {
            second = milliseconds / 1000
            secondText = Array(CivilTime(secondsSince1970: Self.firstMoment + second).iso8601.utf8.dropLast())
        }
        piece.append(contentsOf: secondText)
        piece.append(UInt8(ascii: "."))
        piece.append(decimal: milliseconds % 1000, width: 3)
        piece.append(contentsOf: "Z ".utf8)
    }

    /// Replaces a character that was cut, and ends the last line.
    private func endLine(_ piece: inout [UInt8]) {
        var index = piece.count - 1
        while index >= 0, piece[index] & 0xC0 == 0x80 { index -= 1 }
        if index >= 0, piece[index] >= 0x80 {
            for position in index..<piece.count { piece[position] = UInt8(ascii: ".") }
        }
        if let last = piece.indices.last { piece[last] = UInt8(ascii: "\n") }
    }
}
