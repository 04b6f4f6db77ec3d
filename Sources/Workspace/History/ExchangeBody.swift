import Platform

/// A stored body: in memory if it is small, otherwise in a file.
public struct ExchangeBody: Hashable, Sendable {
    /// The place of the bytes.
    public enum Storage: Hashable, Sendable {
        /// In memory.
        case bytes([UInt8])
        /// In the file at this absolute path.
        case file(String)
    }

    /// The place of the bytes.
    public var storage: Storage
    /// The length of the body; more than is stored if it was cut.
    public var byteCount: Int64
    /// True if the whole body is stored.
    public var isComplete: Bool

    /// A body.
    public init(storage: Storage, byteCount: Int64, isComplete: Bool = true) {
        self.storage = storage
        self.byteCount = byteCount
        self.isComplete = isComplete
    }

    /// A whole body in memory; empty by default.
    public init(_ bytes: [UInt8] = []) {
        self.init(storage: .bytes(bytes), byteCount: Int64(bytes.count))
    }

    /// True if the body has no bytes.
    public var isEmpty: Bool { byteCount == 0 }

    /// The first bytes, at most `count`; fewer if the body is shorter or the file cannot be read. Reads files: not for the main actor.
    public func beginning(_ count: Int) -> [UInt8] {
        switch storage {
        case .bytes(let bytes): Array(bytes.prefix(max(0, count)))
        case .file(let path): Self.beginning(max(0, count), ofFileAt: path)
        }
    }

    /// The first bytes as text, without an incomplete scalar at the end; nil if they are not UTF-8 or hold a NUL.
    func beginningOfText(_ count: Int) -> String? {
        var bytes = beginning(count)
        guard !bytes.contains(0) else { return nil }
        if bytes.count < byteCount, let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 {
            bytes.removeSubrange(lead...)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func beginning(_ count: Int, ofFileAt path: String) -> [UInt8] {
        guard let file = try? Descriptor(opening: path, O_RDONLY), let status = try? FileStatus(of: file) else { return [] }
        return (try? file.read(min(count, Int(status.byteCount)))) ?? []
    }
}
