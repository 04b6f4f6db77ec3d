/// A JSON text of exactly so many bytes that is nested as deep as they allow: about one level for 22 bytes.
struct DeepJSONDocument: BodyStream {
    private static let pieceSize = 64 << 10

    private enum Phase: Sendable {
        case opening
        case padding(Int)
        case closing(Int)
    }

    private let byteCount: Int
    private var written = 0
    private var depth = 0
    private var phase = Phase.opening

    init(byteCount: Int) {
        self.byteCount = byteCount
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        switch phase {
        case .opening: open(&piece)
        case .padding(let count): pad(&piece, count: count)
        case .closing(let count):
            let now = min(count, Self.pieceSize)
            piece.append(contentsOf: repeatElement(UInt8(ascii: "}"), count: now))
            phase = .closing(count - now)
        }
        written += piece.count
        return written == byteCount ? .end : .more
    }

    /// Goes deeper while the level, its end, the ends of those above and an empty string inside still fit.
    private mutating func open(_ piece: inout [UInt8]) {
        while piece.count < Self.pieceSize {
            let mark = piece.count
            piece.append(contentsOf: #"{"level":"#.utf8)
            piece.append(decimal: depth + 1)
            piece.append(contentsOf: #","child":"#.utf8)
            guard written + piece.count + depth + 3 <= byteCount else {
                piece.removeLast(piece.count - mark)
                phase = .padding(byteCount - written - piece.count - depth)
                return
            }
            depth += 1
        }
    }

    private mutating func pad(_ piece: inout [UInt8], count: Int) {
        JSONPadding.append(count, to: &piece)
        phase = .closing(depth)
    }
}
