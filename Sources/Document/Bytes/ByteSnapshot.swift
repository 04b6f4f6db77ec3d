/// The bytes that had arrived at one moment; they never change, whatever arrives later.
public struct ByteSnapshot: Sendable {
    let region: ByteRegion
    /// How many bytes there are.
    public let count: Int

    /// The open file that begins with these bytes, where they are in one; it is closed with the last snapshot.
    public var descriptor: Int32? { region.descriptor }

    /// Calls the function with all bytes, addressed from zero. The pointer is not to be kept.
    public func withUnsafeBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(region) { () throws(Failure) in try body(UnsafeRawBufferPointer(start: region.base, count: count)) }
    }

    /// A copy of some bytes.
    /// - Parameter range: what lies outside is left out.
    public func bytes(in range: Range<Int>) -> [UInt8] {
        withUnsafeBytes { Array($0[range.clamped(to: 0..<count)]) }
    }

    /// The first bytes, at most that many.
    func prefix(_ limit: Int) -> ByteSnapshot {
        ByteSnapshot(region: region, count: min(count, limit))
    }
}
