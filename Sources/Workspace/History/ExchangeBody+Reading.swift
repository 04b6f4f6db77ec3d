#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension ExchangeBody {
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
