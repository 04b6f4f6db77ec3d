#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Dispatch
import Synchronization

/// Waits on a port of this machine for a browser that an authorization server sends back (RFC 8252 section 7.3).
final class LoopbackListener: Sendable {
    /// A browser's request line and headers are no longer.
    static let mostRequestBytes = 65_536

    private let descriptor: Int32
    /// Guards whether the socket still listens.
    private let isOpen = Mutex(true)

    /// Nil when the port is taken, or the URL is not http on this machine.
    init?(redirectURL: String) {
        let request = HTTPRequest(url: redirectURL)
        guard request.scheme == "http", let host = request.host, ["127.0.0.1", "localhost"].contains(host) else { return nil }
        let descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { return nil }
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: request.effectivePort).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, 8) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The URL that the browser came back to; nil after ``stop()``. Requests for other paths, such as an icon, are answered with 404.
    func redirectedURL(for redirectURL: String) async -> String? {
        let expected = HTTPRequest(url: redirectURL)
        return await withCheckedContinuation { continuation in
            // A queue of its own: the shared ones have as many threads as there are processors, and a login may take minutes.
            DispatchQueue(label: "oauth.redirect").async { continuation.resume(returning: self.wait(for: expected)) }
        }
    }

    /// Ends a wait at once.
    func stop() {
        isOpen.withLock { isOpen in
            if isOpen { shutdown(descriptor, Int32(SHUT_RDWR)) }
            isOpen = false
        }
    }

    private func wait(for expected: HTTPRequest) -> String? {
        while isOpen.withLock({ $0 }) {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR { continue }
                return nil
            }
            defer { close(connection) }
            guard let target = Self.target(from: connection) else { continue }
            var url = expected
            let mark = target.firstIndex(of: "?") ?? target.endIndex
            let isExpected = target[..<mark] == (expected.percentEncodedPath.isEmpty ? "/" : expected.percentEncodedPath)
            Self.answer(connection, isExpected: isExpected)
            guard isExpected else { continue }
            url.percentEncodedQuery = mark == target.endIndex ? nil : String(target[mark...].dropFirst())
            return url.url
        }
        return nil
    }

    /// The target of a GET request; nil for anything else.
    private static func target(from connection: Int32) -> Substring? {
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !bytes.contains(0x0A), bytes.count < mostRequestBytes {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        let words = line.split(separator: " ")
        return words.count == 3 && words[0] == "GET" ? words[1] : nil
    }

    private static func answer(_ connection: Int32, isExpected: Bool) {
        let text = isExpected ? "You are logged in. This page can be closed." : "There is nothing here."
        let head = "HTTP/1.1 \(isExpected ? "200 OK" : "404 Not Found")\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close"
        let bytes = Array("\(head)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
        _ = send(connection, bytes, bytes.count, Int32(noSignal))
    }
}

#if canImport(Glibc)
    private let streamSocket = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
#else
    private let streamSocket = SOCK_STREAM
#endif

#if canImport(Darwin)
    private let noSignal = 0
#else
    /// A browser that hung up must not end the program.
    private let noSignal = MSG_NOSIGNAL
#endif
