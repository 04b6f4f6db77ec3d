#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The variables that the process was started with.
enum ProcessEnvironment {
    /// All of them, by name; the first of a name wins.
    static let current: [String: String] = {
        var variables: [String: String] = [:]
        variables.reserveCapacity(64)
        // The pointer is read once, before the program has a second thread.
        var entry = environ
        while let text = entry.pointee {
            if let sign = strchr(text, Int32(UInt8(ascii: "="))) {
                let nameBytes = UnsafeRawBufferPointer(start: text, count: sign - text)
                let name = String(decoding: nameBytes, as: UTF8.self)
                if variables[name] == nil { variables[name] = String(cString: sign + 1) }
            }
            entry += 1
        }
        return variables
    }()
}
