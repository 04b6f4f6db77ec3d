#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension SecretMask {
    private static let chunkByteCount = 1 << 20

    /// Whether one of the secrets is in a file, which is read to its end; true where it cannot be read, since nobody knows then.
    func isFound(inFileAt path: String) -> Bool {
        guard !isEmpty else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: Self.chunkByteCount + mostByteCount, alignment: 16) { buffer in
            var kept = 0
            while true {
                let count = read(descriptor, buffer.baseAddress.map { $0 + kept }, buffer.count - kept)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(kept + count)])
                if isFound(in: bytes) { return true }
                // A secret may go over the end of what was read.
                kept = min(bytes.count, mostByteCount - 1)
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.suffix(kept)))
            }
        }
    }
}
