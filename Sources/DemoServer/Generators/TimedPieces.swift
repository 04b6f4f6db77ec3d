/// Pieces with a pause between each and the next.
struct TimedPieces: BodyStream {
    private var range: Range<Int>
    private let interval: Duration
    private let make: @Sendable (Int) -> [UInt8]

    init(range: Range<Int>, interval: Duration, make: @escaping @Sendable (Int) -> [UInt8]) {
        self.range = range
        self.interval = interval
        self.make = make
    }

    mutating func next(into piece: inout [UInt8]) -> StreamStep {
        guard let index = range.popFirst() else { return .end }
        piece.append(contentsOf: make(index))
        if range.isEmpty { return .end }
        return interval > .zero ? .pause(interval) : .more
    }
}
