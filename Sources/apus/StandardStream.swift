import Platform

/// Standard output and error, unbuffered.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes all of `text`, or as much as the other end takes.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { put(rawValue, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

extension StandardStream {
    /// All bytes of standard input, up to a size that no import accepts.
    static func readAll() -> [UInt8] {
        let input = try? Descriptor(duplicating: 0)
        var bytes: [UInt8] = []
        while let more = try? input?.read(1 << 20), !more.isEmpty, bytes.count <= 1 << 30 { bytes += more }
        return bytes
    }
}

/// The C library's `write`, which a method of that name hides.
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
