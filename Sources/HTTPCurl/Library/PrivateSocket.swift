#if canImport(Glibc)
    internal import Glibc
    private let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
#elseif canImport(Musl)
    internal import Musl
    private let closeOnExec = SOCK_CLOEXEC
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Sockets that no child process gets.
///
/// libcurl 7.88 opens its own without that mark. A program started meanwhile (an editor, a command that prints a secret) would hold a copy of
/// each connection: cancelling a request would not close it, and its server would wait for as long as that program runs.
enum PrivateSocket {
    /// - Returns: -1 where the system gives none, as `socket(2)`.
    static func open(family: Int32, type: Int32, protocolNumber: Int32) -> Int32 {
        #if os(Linux)
            return socket(family, type | closeOnExec, protocolNumber)
        #else
            let descriptor = socket(family, type, protocolNumber)
            if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return descriptor
        #endif
    }
}
