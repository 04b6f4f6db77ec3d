internal import Hashing

/// Random bytes that depend on nothing but the seed.
struct RandomBytes: BodyStream {
    private static let pieceSize = 64 << 10

    private var generator: SplitMix64
    private var remaining: Int

    init(count: Int, seed: UInt64) {
        generator = SplitMix64(seed: seed)
        remaining = count
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        let count = min(remaining, Self.pieceSize)
        remaining -= count
        piece.reserveCapacity(piece.count + count + 8)
        for _ in 0..<(count + 7) / 8 {
            withUnsafeBytes(of: generator.next().littleEndian) { piece.append(contentsOf: $0) }
        }
        piece.removeLast((count + 7) / 8 * 8 - count)
        return remaining == 0 ? .end : .more
    }
}
