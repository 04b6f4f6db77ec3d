/// A body that is made while it is sent, piece by piece, in constant memory.
protocol BodyStream: Sendable {
    /// Appends the next piece, and says what comes after it. Pieces of about 64 KB travel best.
    mutating func next(into piece: inout [UInt8]) -> StreamStep
}
