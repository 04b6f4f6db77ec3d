#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system said when a file could not be used.
struct DiskError: Error, Hashable, CustomStringConvertible {
    /// The number that the system gave; see errno(3).
    let number: Int32
    /// What was tried, as the end of “cannot be …”: `read`, `written`.
    let operation: String
    /// The absolute path.
    let path: String

    /// The failure that the last system call of this thread left behind.
    static func last(_ operation: String, _ path: String) -> DiskError { DiskError(number: errno, operation: operation, path: path) }

    var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// The system's words for the number.
    var reason: String { String(cString: strerror(number)).lowercased() }

    var description: String { "\(path) cannot be \(operation): \(reason)" }
}
