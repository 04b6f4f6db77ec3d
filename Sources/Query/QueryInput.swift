/// The body that a query is asked of.
public enum QueryInput: Sendable {
    /// Bytes at hand, which are handed over through a pipe.
    case bytes([UInt8])
    /// The first bytes of an open file, which the worker maps. The descriptor must stay open until the query has been started.
    case file(descriptor: Int32, byteCount: Int)
}
