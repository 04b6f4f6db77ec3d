import Platform

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

    /// The first bytes, at most `count`; fewer where there are not more or the file cannot be read. Not for the main actor.
    public func beginning(_ count: Int) -> [UInt8] {
        switch storage {
        case .bytes(let bytes): Array(bytes.prefix(max(0, count)))
        case .file(let path): Self.beginning(max(0, count), ofFileAt: path)
        }
    }

    /// The first bytes as text; nil where they are not UTF-8 or hold a NUL. A scalar that the cut goes through is left out.
    func beginningOfText(_ count: Int) -> String? {
        var bytes = beginning(count)
        guard !bytes.contains(0) else { return nil }
        if bytes.count < byteCount, let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 {
            bytes.removeSubrange(lead...)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func beginning(_ count: Int, ofFileAt path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var status = stat()
        let count = fstat(descriptor, &status) == 0 ? min(count, Int(status.st_size)) : 0
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
                if more > 0 { filled += more } else if more == 0 || errno != EINTR { return }
            }
        }
    }
}
