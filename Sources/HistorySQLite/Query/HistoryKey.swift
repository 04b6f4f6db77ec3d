#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The number of a row: rows in the order of their keys are in the order of the list, so that pages and searches read from the end
/// without sorting.
///
/// The upper bits are microseconds since 1970, the lower ten come from the id, which decides between exchanges of the same moment.
enum HistoryKey {
    private static let idBitCount = 10
    private static let step = Int64(1) << idBitCount

    /// The key of an exchange; the key after it, where another exchange has it already.
    static func key(startedAt: Date, id: String) -> Int64 { first(at: startedAt) + idBits(id) }

    /// The least key at a time.
    static func first(at time: Date) -> Int64 {
        // What the multiplication can hold: the years 1688 to 2252.
        let microseconds = min(max(time.timeIntervalSince1970 * 1e6, -8.9e15), 8.9e15)
        return Int64(microseconds.rounded()) * step
    }

    /// The first ten bits of a UUID in text; of another id, bits that keep its order for the most part.
    private static func idBits(_ id: String) -> Int64 {
        let digits = (Array(id.utf8.prefix(3)) + [0, 0, 0]).prefix(3).map { byte in
            byte == 0 ? 0 : Int64(Character(Unicode.Scalar(byte)).hexDigitValue ?? 15)
        }
        return digits.reduce(0) { $0 << 4 | $1 } >> 2 & (step - 1)
    }
}
