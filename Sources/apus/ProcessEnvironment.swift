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
        // The pointer is read once, before the program has a second thread.
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, variables[String(parts[0])] == nil { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }()
}
