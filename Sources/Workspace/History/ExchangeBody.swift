/// A body as the history keeps it: in memory while it is small, in a file once it is not.
public struct ExchangeBody: Hashable, Sendable {
    /// Where the bytes are.
    public enum Storage: Hashable, Sendable {
        /// Here.
        case bytes([UInt8])
        /// In the file at this absolute path.
        case file(String)
    }

    /// Where the bytes are.
    public var storage: Storage
    /// How many bytes there were; more than are stored when not all were kept.
    public var byteCount: Int64
    /// Whether everything that was there is stored.
    public var isComplete: Bool

    /// A body of these parts.
    public init(storage: Storage, byteCount: Int64, isComplete: Bool = true) {
        self.storage = storage
        self.byteCount = byteCount
        self.isComplete = isComplete
    }

    /// A whole body in memory; empty unless said otherwise.
    public init(_ bytes: [UInt8] = []) {
        self.init(storage: .bytes(bytes), byteCount: Int64(bytes.count))
    }

    /// Whether there were no bytes at all.
    public var isEmpty: Bool { byteCount == 0 }
}
